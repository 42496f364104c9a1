//! Errors as Python exceptions.

use octet_arrow::Error as ArrowError;
use pyo3::create_exception;
use pyo3::exceptions::{PyMemoryError, PyOverflowError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use soa::Error;

create_exception!(
    octet,
    InvalidValue,
    PyValueError,
    "A value that no shape may have: shape, column, row, value."
);
create_exception!(octet, LimitError, PyOverflowError, "More rows or pairs than there may be.");

/// The exception of an error.
pub fn raise(error: Error) -> PyErr {
    let text = error.to_string();
    match error {
        Error::InvalidValue { shape, column, row, value, .. } => Python::attach(|py| {
            let exception = InvalidValue::new_err(text);
            let object = exception.value(py);
            let set = object
                .setattr("shape", shape)
                .and_then(|()| object.setattr("column", column))
                .and_then(|()| object.setattr("row", row))
                .and_then(|()| object.setattr("value", value));
            set.err().unwrap_or(exception)
        }),
        Error::OutOfMemory { .. } => PyMemoryError::new_err(text),
        Error::TooManyRows { .. } | Error::TooManyPairs { .. } => LimitError::new_err(text),
        Error::NoKernel { .. } | Error::WrongShape { .. } => PyTypeError::new_err(text),
        _ => PyValueError::new_err(text),
    }
}

/// The exception of an error of Arrow columns.
pub fn raise_arrow(error: ArrowError) -> PyErr {
    match error {
        ArrowError::Octet(error) => raise(error),
        ArrowError::Float64 { column } => PyTypeError::new_err(format!(
            "column {column} is float64: octet answers exactly for float32 and rounds nothing in silence; \
             cast the column to float32"
        )),
        error => PyTypeError::new_err(error.to_string()),
    }
}
