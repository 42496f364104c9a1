"use strict";
// The plane on a canvas: what is where, and the strokes that scenes draw with. Lengths are those of the shapes.

class Plane {
  constructor(canvas) {
    this.canvas = canvas;
    this.ink = canvas.getContext("2d");
    this.look([0, 0], 10);
  }

  /** Shows this point in the middle, and so much of the plane around it. */
  look(center, reach) {
    this.center = center;
    this.reach = reach;
  }

  /** Fits the canvas to its place on the page; the number of device pixels changed if true. */
  fit() {
    const ratio = window.devicePixelRatio || 1;
    const box = this.canvas.getBoundingClientRect();
    const [width, height] = [Math.max(1, Math.round(box.width * ratio)), Math.max(1, Math.round(box.height * ratio))];
    const changed = this.canvas.width !== width || this.canvas.height !== height;
    if (changed) [this.canvas.width, this.canvas.height] = [width, height];
    this.ratio = ratio;
    this.width = box.width;
    this.height = box.height;
    return changed;
  }

  /** Pixels of the page a length. */
  get unit() {
    return Math.min(this.width, this.height) / (2 * this.reach);
  }

  toScreen([x, y]) {
    return [this.width / 2 + (x - this.center[0]) * this.unit, this.height / 2 - (y - this.center[1]) * this.unit];
  }

  toPlane([x, y]) {
    return [this.center[0] + (x - this.width / 2) / this.unit, this.center[1] - (y - this.height / 2) / this.unit];
  }

  /** Looks so many times as near, with this point of the plane where it is on the canvas. */
  zoom(times, at = this.center) {
    this.reach /= times;
    this.center = this.center.map((c, k) => at[k] + (c - at[k]) / times);
  }

  /** Half the lengths that can be seen. */
  get seen() {
    return [this.width / 2 / this.unit, this.height / 2 / this.unit];
  }

  clear() {
    const ink = this.ink;
    ink.setTransform(this.ratio, 0, 0, this.ratio, 0, 0);
    ink.clearRect(0, 0, this.width, this.height);
    ink.lineJoin = "round";
    ink.font = "14px system-ui, sans-serif";
    ink.textAlign = "center";
    ink.textBaseline = "middle";
  }

  /** Lines a length apart, or ten, as there is room. */
  grid() {
    const step = 10 ** Math.ceil(Math.log10(24 / this.unit));
    const [w, h] = this.seen;
    const [x, y] = this.center;
    for (let i = Math.ceil((x - w) / step); i * step < x + w; i++) this.stroke([[i * step, y - h], [i * step, y + h]], "grid");
    for (let i = Math.ceil((y - h) / step); i * step < y + h; i++) this.stroke([[x - w, i * step], [x + w, i * step]], "grid");
  }

  path(points) {
    this.ink.beginPath();
    points.map((point) => this.toScreen(point)).forEach(([x, y], i) => (i ? this.ink.lineTo(x, y) : this.ink.moveTo(x, y)));
  }

  stroke(points, color, { width = 1, dash = [] } = {}) {
    this.path(points);
    this.paint(color, width, dash);
  }

  paint(color, width, dash = []) {
    this.ink.setLineDash(dash);
    this.ink.strokeStyle = colors[color];
    this.ink.lineWidth = width;
    this.ink.stroke();
    this.ink.setLineDash([]);
  }

  fill(points, color, alpha = 0.2) {
    this.path(points);
    this.flood(color, alpha);
  }

  flood(color, alpha) {
    this.ink.globalAlpha = alpha;
    this.ink.fillStyle = colors[color];
    this.ink.fill();
    this.ink.globalAlpha = 1;
  }

  polygon(points, color, { alpha = 0.25, width = 2 } = {}) {
    this.fill(points, color, alpha);
    this.stroke([...points, points[0]], color, { width });
  }

  disk(center, radius, color, { alpha = 0.25, width = 2, dash = [] } = {}) {
    const [x, y] = this.toScreen(center);
    this.ink.beginPath();
    this.ink.arc(x, y, radius * this.unit, 0, 2 * Math.PI);
    this.flood(color, alpha);
    this.paint(color, width, dash);
  }

  dot(point, color, size = 4) {
    const [x, y] = this.toScreen(point);
    this.ink.beginPath();
    this.ink.arc(x, y, size, 0, 2 * Math.PI);
    this.flood(color, 1);
  }

  /** A text beside a point, so many pixels away. */
  text(words, point, color = "ink", [dx, dy] = [0, 0], size = 14) {
    const [x, y] = this.toScreen(point);
    this.ink.font = `${size}px system-ui, sans-serif`;
    this.ink.lineWidth = 3;
    this.ink.strokeStyle = colors.page;
    this.ink.strokeText(words, x + dx, y + dy);
    this.ink.fillStyle = colors[color];
    this.ink.fillText(words, x + dx, y + dy);
  }

  /** Where something is entered and left. */
  passage(points) {
    points.forEach((point, i) => {
      this.dot(point, "ink", 5);
      this.text(i ? "out" : "in", point, "ink", [0, 18]);
    });
  }

  /** The line through two points, as far as it can be seen. */
  line(a, b, color, style) {
    const d = sub(b, a);
    const length = Math.hypot(...d);
    if (length === 0) return;
    const far = (Math.hypot(...sub(this.center, a)) + this.seen[0] + this.seen[1]) / length;
    this.stroke([along(a, d, -far), along(a, d, far)], color, style);
  }

  /** The corners of what can be seen. */
  frame() {
    const [[x, y], [w, h]] = [this.center, this.seen];
    return [[x - w, y - h], [x + w, y - h], [x + w, y + h], [x - w, y + h]];
  }
}

const sub = (a, b) => a.map((x, k) => x - b[k]);
const along = (a, d, t) => a.map((x, k) => x + t * d[k]);
const dot = (a, b) => a.reduce((sum, x, k) => sum + x * b[k], 0);
const cross = ([ax, ay], [bx, by]) => ax * by - ay * bx;
const middle = (points) => points[0].map((_, k) => points.reduce((sum, point) => sum + point[k], 0) / points.length);
const unitVector = (v) => v.map((x) => x / (Math.hypot(...v) || 1));

/** The edge function of p: positive to the right of the way from a to b. */
const edge = (a, b, p) => cross(sub(p, a), sub(b, a));

/** The part of a convex polygon to the right of a line, or to its left (side -1). */
function clip(polygon, a, b, side) {
  const part = [];
  polygon.forEach((p, i) => {
    const q = polygon[(i + 1) % polygon.length];
    const [ep, eq] = [side * edge(a, b, p), side * edge(a, b, q)];
    if (ep >= 0) part.push(p);
    if (ep * eq < 0) part.push(along(p, sub(q, p), ep / (ep - eq)));
  });
  return part;
}

/** The point of a segment that is closest to p. */
function closestOfSegment(p, a, b) {
  const d = sub(b, a);
  const t = Math.max(0, Math.min(1, dot(sub(p, a), d) / (dot(d, d) || 1)));
  return along(a, d, t);
}

/** The colours of the style sheet, by name; read again when the scheme changes. */
const colors = {};

function readColors() {
  const style = getComputedStyle(document.documentElement);
  for (const name of ["page", "card", "ink", "faint", "line", "grid", "left", "right", "hit", "far", "mark"]) {
    colors[name] = style.getPropertyValue(`--${name}`).trim();
  }
}

/** A colour as three numbers from 0 to 1. */
const rgb = (name) => [1, 3, 5].map((k) => parseInt(colors[name].slice(k, k + 2), 16) / 255);
