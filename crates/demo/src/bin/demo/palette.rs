//! The pictures' colours: IBM's colour-blind-safe set for what matters, on quiet blues.

use crate::answers::Place;
use crate::canvas::Ink;

/// Behind everything.
pub const GROUND: Ink = Ink(0x0A_11_1F, 1.0);
/// Sea.
pub const SEA: Ink = Ink(0x0D_18_2B, 1.0);
/// Land; neighbours get different ones.
pub const LAND: [Ink; 6] = [
    Ink(0x1E_2E_48, 1.0),
    Ink(0x23_35_52, 1.0),
    Ink(0x29_3C_5B, 1.0),
    Ink(0x1B_34_4A, 1.0),
    Ink(0x2A_35_59, 1.0),
    Ink(0x20_3B_54, 1.0),
];
/// Coasts and borders.
pub const BORDER: Ink = Ink(0x55_6C_90, 1.0);
/// Around windows.
pub const FRAME: Ink = Ink(0x3A_4C_6B, 1.0);
/// Letters.
pub const TEXT: Ink = Ink(0xF2_F5_FA, 1.0);
/// Lesser letters.
pub const SOFT: Ink = Ink(0xA9_B6_CC, 1.0);
/// Behind letters on a map.
pub const HALO: Ink = Ink(0x0A_11_1F, 0.85);
/// A city in its own country; a disk.
pub const OWN: Ink = Ink(0x64_8F_FF, 1.0);
/// On cities that are close together.
pub const LIGHT: Ink = Ink(0xDC_E6_FF, 1.0);
/// A city in another country; a triangle.
pub const FOREIGN: Ink = Ink(0xFF_B0_00, 1.0);
/// A city at sea.
pub const SEA_CITY: Ink = Ink(0xFF_4F_9A, 1.0);
/// A disk that touches another country.
pub const ABROAD: Ink = Ink(0xFF_FF_FF, 1.0);

/// A city's colour.
pub fn place(place: Place) -> Ink {
    match place {
        Place::Own => OWN,
        Place::Sea(_) => SEA_CITY,
        Place::Foreign(_) => FOREIGN,
    }
}
