"use strict";
// WebGL draws the columns as they are: one instance a row, one attribute a column.

const SHADERS = {
  // The corner of a triangle is chosen by the number of the vertex.
  triangles: {
    columns: ["ax", "ay", "bx", "by", "cx", "cy"],
    vertices: 3,
    vertex: `
      uniform vec4 frame;
      void main() {
        vec2 p = gl_VertexID == 0 ? vec2(ax, ay) : gl_VertexID == 1 ? vec2(bx, by) : vec2(cx, cy);
        gl_Position = vec4(p * frame.xy + frame.zw, 0, 1);
        paint = palette[int(tone)];
      }`,
    fragment: "void main() { color = paint; }",
  },
  // A square of which what is beyond the circle is thrown away.
  disks: {
    columns: ["x", "y", "radius"],
    vertices: 6,
    vertex: `
      uniform vec4 frame;
      out vec2 at;
      void main() {
        int k = gl_VertexID < 3 ? gl_VertexID : 6 - gl_VertexID;
        at = vec2(k % 2, k / 2) * 2.0 - 1.0;
        gl_Position = vec4((vec2(x, y) + at * max(radius, dot_size / frame.x)) * frame.xy + frame.zw, 0, 1);
        paint = palette[int(tone)];
      }`,
    fragment: "in vec2 at; void main() { if (dot(at, at) > 1.0) discard; color = paint; }",
  },
  // Lit from the viewer's side; a side is as bright as its back.
  triangles3: {
    columns: ["ax", "ay", "az", "bx", "by", "bz", "cx", "cy", "cz"],
    vertices: 3,
    vertex: `
      uniform mat4 camera;
      void main() {
        vec3 a = vec3(ax, ay, az), b = vec3(bx, by, bz), c = vec3(cx, cy, cz);
        gl_Position = camera * vec4(gl_VertexID == 0 ? a : gl_VertexID == 1 ? b : c, 1);
        vec3 normal = (camera * vec4(cross(b - a, c - a), 0)).xyz;
        float light = abs(normalize(normal / scale).z);
        vec4 base = palette[int(tone)];
        paint = vec4(mix(base.rgb * 0.4, mix(base.rgb, vec3(1), 0.35), light), base.a);
      }`,
    fragment: "void main() { color = paint; }",
  },
};

/** Draws rows of shapes; `null` where the browser has no WebGL 2. */
class Gl {
  constructor(canvas) {
    this.gl = canvas.getContext("webgl2", { alpha: true, antialias: true, premultipliedAlpha: false });
    this.canvas = canvas;
    this.programs = {};
    this.rows = {};
  }

  get works() {
    return this.gl !== null;
  }

  clear() {
    const gl = this.gl;
    if (!gl) return;
    gl.viewport(0, 0, this.canvas.width, this.canvas.height);
    gl.clearColor(0, 0, 0, 0);
    gl.clear(gl.COLOR_BUFFER_BIT | gl.DEPTH_BUFFER_BIT);
    gl.enable(gl.BLEND);
    gl.blendFunc(gl.SRC_ALPHA, gl.ONE_MINUS_SRC_ALPHA);
  }

  program(kind) {
    return (this.programs[kind] ??= this.compile(SHADERS[kind]));
  }

  compile({ columns, vertex, fragment }) {
    const gl = this.gl;
    const head = "#version 300 es\nprecision highp float;\n";
    const inputs = [...columns, "tone"].map((name) => `in float ${name};`).join(" ");
    const shared = "uniform vec4 palette[8]; uniform float dot_size; uniform vec3 scale; flat out vec4 paint;";
    const program = gl.createProgram();
    for (const [type, source] of [
      [gl.VERTEX_SHADER, `${head}${inputs} ${shared}\n${vertex}`],
      [gl.FRAGMENT_SHADER, `${head}flat in vec4 paint; out vec4 color;\n${fragment}`],
    ]) {
      const shader = gl.createShader(type);
      gl.shaderSource(shader, source);
      gl.compileShader(shader);
      gl.attachShader(program, shader);
    }
    [...columns, "tone"].forEach((name, place) => gl.bindAttribLocation(program, place, name));
    gl.linkProgram(program);
    if (!gl.getProgramParameter(program, gl.LINK_STATUS)) throw new Error(gl.getProgramInfoLog(program));
    return program;
  }

  /** Keeps rows under a name: their columns one after the other, and a tone a row. */
  set(name, kind, columns, tones) {
    const gl = this.gl;
    if (!gl) return;
    const kept = (this.rows[name] ??= { columns: gl.createBuffer(), tones: gl.createBuffer() });
    kept.kind = kind;
    if (columns) {
      kept.length = columns.length / SHADERS[kind].columns.length;
      gl.bindBuffer(gl.ARRAY_BUFFER, kept.columns);
      gl.bufferData(gl.ARRAY_BUFFER, columns, gl.DYNAMIC_DRAW);
    }
    gl.bindBuffer(gl.ARRAY_BUFFER, kept.tones);
    gl.bufferData(gl.ARRAY_BUFFER, tones, gl.DYNAMIC_DRAW);
  }

  /** Draws the rows of a name in the plane. */
  plane(name, plane, palette, { dotSize = 0 } = {}) {
    const scale = plane.unit / plane.width * 2;
    const across = plane.unit / plane.height * 2;
    this.draw(name, palette, (gl, place) => {
      gl.uniform4f(place("frame"), scale, across, -plane.center[0] * scale, -plane.center[1] * across);
      gl.uniform1f(place("dot_size"), dotSize / plane.width);
      gl.disable(gl.DEPTH_TEST);
    });
  }

  /** Draws the rows of a name in space, as a camera sees them. */
  space(name, camera, palette, { behind = true } = {}) {
    this.draw(name, palette, (gl, place) => {
      gl.uniformMatrix4fv(place("camera"), false, camera.matrix);
      gl.uniform3f(place("scale"), ...camera.scale);
      gl.enable(gl.DEPTH_TEST);
      gl.depthMask(behind);
    });
    this.gl?.depthMask(true);
  }

  draw(name, palette, prepare) {
    const [gl, kept] = [this.gl, this.rows[name]];
    if (!gl || !kept || !kept.length) return;
    const program = this.program(kept.kind);
    gl.useProgram(program);
    prepare(gl, (uniform) => gl.getUniformLocation(program, uniform));
    gl.uniform4fv(gl.getUniformLocation(program, "palette"), palette.flat());
    const columns = SHADERS[kept.kind].columns.length;
    gl.bindBuffer(gl.ARRAY_BUFFER, kept.columns);
    for (let k = 0; k <= columns; k++) {
      if (k === columns) gl.bindBuffer(gl.ARRAY_BUFFER, kept.tones);
      gl.enableVertexAttribArray(k);
      if (k < columns) gl.vertexAttribPointer(k, 1, gl.FLOAT, false, 4, 4 * kept.length * k);
      else gl.vertexAttribPointer(k, 1, gl.UNSIGNED_BYTE, false, 1, 0);
      gl.vertexAttribDivisor(k, 1);
    }
    for (let k = columns + 1; k < 10; k++) gl.disableVertexAttribArray(k);
    gl.drawArraysInstanced(gl.TRIANGLES, 0, SHADERS[kept.kind].vertices, kept.length);
  }
}

/** A view of space from all around: turned by two angles, without perspective, so that lengths can be compared. */
class Camera {
  constructor(reach) {
    this.turn = [0.6, 0.35];
    this.reach = reach;
    this.center = [0, 0, 0];
  }

  /** The directions of the picture: right, up, to the viewer. */
  get axes() {
    const [[s, c], [t, d]] = this.turn.map((angle) => [Math.sin(angle), Math.cos(angle)]);
    return [[c, 0, -s], [-s * t, d, -c * t], [s * d, t, c * d]];
  }

  /** Fits it to a canvas of this size. */
  fit(width, height) {
    this.size = [width, height];
    const { unit } = this;
    this.scale = [2 * unit / width, 2 * unit / height, -1 / (50 * this.reach)];
    const rows = this.axes.map((axis, k) => [...axis, -dot(axis, this.center)].map((x) => x * this.scale[k]));
    this.matrix = [0, 1, 2, 3].flatMap((column) => [...rows.map((row) => row[column]), column === 3 ? 1 : 0]);
  }

  /** Pixels of the page a length. */
  get unit() {
    return Math.min(...this.size) / (2 * this.reach);
  }

  /** Where a point of space is on the canvas. */
  toScreen(point) {
    const { unit } = this;
    const from = sub(point, this.center);
    const [right, up] = this.axes;
    return [this.size[0] / 2 + dot(right, from) * unit, this.size[1] / 2 - dot(up, from) * unit];
  }
}
