// The picture: renderer, camera, light and shadow; draws when something has changed.
import {
  BufferGeometry, Color, DataTexture, DepthTexture, Float32BufferAttribute, LessEqualCompare, LineBasicMaterial, LineSegments,
  LinearFilter, LinearSRGBColorSpace, Matrix4, Mesh, MOUSE, NearestFilter, OrthographicCamera, PerspectiveCamera, PlaneGeometry, Scene,
  ShaderMaterial, TOUCH, UnsignedIntType, Vector3, WebGLRenderer, WebGLRenderTarget,
} from 'three';
import { OrbitControls } from 'three/addons/controls/OrbitControls.js';
import { upwards } from './fields.js';

const SHADOW_TEXELS = 2048;
const FIELD_OF_VIEW = 32;  // degrees
const MARGIN = 1.06;       // around a run that is all in view

/** Where one looks from, against the direction of sight. */
const DIRECTIONS = {
  oblique: [0.55, -0.95, 0.5], front: [0, -1, 0], side: [1, 0, 0], top: [0, 0, 1],
};

export class Stage {
  /** @param {HTMLCanvasElement} canvas @param {import('../data/run.js').Run} run */
  constructor(canvas, run) {
    this.canvas = canvas;
    this.run = run;
    this.renderer = new WebGLRenderer({ canvas, antialias: true });
    this.renderer.outputColorSpace = LinearSRGBColorSpace;  // the programs give the colours of the screen
    this.scene = new Scene();
    this.shared = {
      clip: { value: [0, 0, 0, 1] }, light: { value: new Vector3(0.42, -0.38, 0.82).normalize() },
      ambient: { value: 0.5 }, shadowMap: { value: null }, shadowMatrix: { value: new Matrix4() },
      shadowOn: { value: 0 }, right: { value: new Vector3(1, 0, 0) }, up: { value: new Vector3(0, 1, 0) },
    };
    this.makeShadow();
    this.camera = run.planar ? new OrthographicCamera() : new PerspectiveCamera(FIELD_OF_VIEW, 1);
    this.camera.up.set(...(run.planar ? [0, 1, 0] : mainAxis(upwards(run))));
    this.controls = new OrbitControls(this.camera, canvas);
    this.controls.enableDamping = false;
    this.controls.zoomToCursor = true;
    this.controls.screenSpacePanning = true;
    if (run.planar) {
      this.controls.enableRotate = false;
      this.controls.mouseButtons.LEFT = MOUSE.PAN;
      this.controls.touches.ONE = TOUCH.PAN;
    }
    this.controls.addEventListener('change', () => this.invalidate());
    this.bounds = { lower: [-1, -1, -1], upper: [1, 1, 1], centre: [0, 0, 0], radius: 1, points: [[0, 0, 0]] };
    this.inset = { left: 0, right: 0, top: 0, bottom: 0 };
    this.makeRing();
    this.box = new LineSegments(new BufferGeometry(), new LineBasicMaterial({ color: 0x888888, transparent: true, opacity: 0.6 }));
    this.box.frustumCulled = false;
    this.scene.add(this.box, this.ring);
    this.pickTarget = new WebGLRenderTarget(1, 1);
    this.shadows = true;
    this.shadowStale = true;
    this.pending = false;
    this.held = false;
  }

  makeShadow() {
    const target = new WebGLRenderTarget(SHADOW_TEXELS, SHADOW_TEXELS);
    target.depthTexture = new DepthTexture(SHADOW_TEXELS, SHADOW_TEXELS, UnsignedIntType);
    target.depthTexture.compareFunction = LessEqualCompare;
    target.depthTexture.minFilter = target.depthTexture.magFilter = LinearFilter;
    this.shadowTarget = target;
    this.shadowCamera = new OrthographicCamera();
  }

  /** A ring around the particle that was picked, seen through everything. */
  makeRing() {
    this.ring = new Mesh(new PlaneGeometry(2, 2), new ShaderMaterial({
      uniforms: { ...this.shared, place: { value: new Vector3() }, size: { value: 1 } },
      vertexShader: `uniform vec3 place; uniform float size; uniform vec3 right; uniform vec3 up; varying vec2 at;
        void main() { at = position.xy * 1.6;
        gl_Position = projectionMatrix * viewMatrix * vec4(place + size * (right * at.x + up * at.y), 1.0); }`,
      fragmentShader: `varying vec2 at; void main() { float r = length(at); float w = fwidth(r);
        float line = 1.0 - smoothstep(w, 2.2 * w, abs(r - 1.25));
        if (line < 0.01) discard; gl_FragColor = vec4(1.0, 0.25, 0.55, line); }`,
      depthTest: false, depthWrite: false, transparent: true,
    }));
    this.ring.frustumCulled = false;
    this.ring.renderOrder = 9;
    this.ring.visible = false;
  }

  /** @param {import('./solids.js').Solids} solids @param {import('./ground.js').Ground} ground @param {import('./contacts.js').Contacts} contacts */
  populate(solids, ground, contacts) {
    Object.assign(this, { solids, ground, contacts });
    this.scene.add(solids.group, ground.mesh, contacts.group);
    this.resize();
  }

  /** @param {string} colour of CSS; the numbers go to the screen as they are */
  setBackground(colour) {
    this.scene.background = new Color().setStyle(colour, LinearSRGBColorSpace);
  }

  setBounds(bounds) {
    this.bounds = bounds;
    const { lower, upper } = bounds;
    const corner = (k) => [0, 1, 2].map((axis) => (k & (1 << axis) ? upper : lower)[axis]);
    const ends = [];
    for (let k = 0; k < 8; ++k) {
      for (let axis = 0; axis < 3; ++axis) if (!(k & (1 << axis))) ends.push(...corner(k), ...corner(k | (1 << axis)));
    }
    this.box.geometry.setAttribute('position', new Float32BufferAttribute(ends, 3));
    const c = this.shadowCamera;
    const r = bounds.radius * 1.05;
    const centre = new Vector3(...bounds.centre);
    c.left = c.bottom = -r;
    c.right = c.top = r;
    c.near = 0;
    c.far = 4 * r;
    c.position.copy(centre).addScaledVector(this.shared.light.value, 2 * r);
    c.up.set(0, 1, 0);
    c.lookAt(centre);
    c.updateProjectionMatrix();
    c.updateMatrixWorld();
    this.shared.shadowMatrix.value.multiplyMatrices(c.projectionMatrix, c.matrixWorldInverse);
  }

  /** Turns to a direction of sight with everything in view. @param {keyof DIRECTIONS} name */
  look(name = 'oblique') {
    const { centre } = this.bounds;
    this.controls.target.set(...centre);
    const direction = this.run.planar ? new Vector3(0, 0, 1) : this.directionOf(name);
    this.camera.position.set(...centre).add(direction);
    this.camera.lookAt(this.controls.target);
    this.camera.updateMatrixWorld();
    this.fit(direction);
    this.controls.update();
    this.invalidate();
  }

  directionOf(name) {
    const up = this.camera.up;
    const d = new Vector3(...DIRECTIONS[name]).normalize();
    if (up.z > 0.5) return name === 'top' ? new Vector3(0, -1e-4, 1) : d;
    if (up.y > 0.5) return new Vector3(d.x, d.z, -d.y);
    return new Vector3(0, 0, 1).applyAxisAngle(new Vector3(1, 0, 0), 0.3).add(up.clone().multiplyScalar(0.4)).normalize();
  }

  /** Distance (in the plane: zoom) and middle at which all points of the run fit into the free part of the canvas. */
  fit(direction) {
    const { width, height } = this.size;
    const { left, right, top, bottom } = this.inset;
    const [w, h] = [Math.max(width - left - right, 80), Math.max(height - top - bottom, 80)];
    const { centre, radius } = this.bounds;
    const target = this.controls.target;
    const turn = this.camera.quaternion;
    const inverse = turn.clone().invert();
    const points = this.bounds.points.map((p) => new Vector3(...p).sub(target).applyQuaternion(inverse));
    if (this.run.planar) {
      const [x0, x1] = [-largest(points, (p) => -p.x), largest(points, (p) => p.x)];
      const [y0, y1] = [-largest(points, (p) => -p.y), largest(points, (p) => p.y)];
      this.camera.zoom = 1;
      this.unit = MARGIN * Math.max((x1 - x0) / w, (y1 - y0) / h, 1e-12);  // m per pixel
      target.set(centre[0] + (x0 + x1) / 2, centre[1] + (y0 + y1) / 2, 0);
      this.camera.position.set(target.x, target.y, radius);
    } else {
      const tangent = Math.tan((FIELD_OF_VIEW * Math.PI) / 360) / MARGIN;
      const [tx, ty] = [(tangent * w) / height, (tangent * h) / height];
      // A point is in view when |x| <= tx (d - z): each side gives the distance d for a given middle; the best
      // middle has both sides equal.
      const [x0, x1] = [largest(points, (p) => tx * p.z - p.x), largest(points, (p) => tx * p.z + p.x)];
      const [y0, y1] = [largest(points, (p) => ty * p.z - p.y), largest(points, (p) => ty * p.z + p.y)];
      const distance = Math.max((x0 + x1) / (2 * tx), (y0 + y1) / (2 * ty), radius * 1e-3);
      target.add(new Vector3((x1 - x0) / 2, (y1 - y0) / 2, 0).applyQuaternion(turn));
      this.camera.position.copy(target).addScaledVector(direction.normalize(), distance);
    }
    this.project();
  }

  /** The camera's window; its middle is that of the free part of the canvas. */
  project() {
    const { width, height } = this.size;
    const { left, right, top, bottom } = this.inset;
    const c = this.camera;
    if (this.run.planar) {
      const unit = this.unit ?? (2 * this.bounds.radius) / height;
      Object.assign(c, {
        left: (-width / 2) * unit, right: (width / 2) * unit, top: (height / 2) * unit, bottom: (-height / 2) * unit,
        near: 0, far: 3 * this.bounds.radius,
      });
    } else {
      c.aspect = width / height;
      c.near = Math.max(c.position.distanceTo(this.controls.target) - 12 * this.bounds.radius, this.bounds.radius / 200);
      c.far = c.position.distanceTo(this.controls.target) + 12 * this.bounds.radius;
    }
    c.setViewOffset(width, height, (right - left) / 2, (bottom - top) / 2, width, height);
    c.updateProjectionMatrix();
  }

  get size() {
    return { width: this.canvas.clientWidth || 300, height: this.canvas.clientHeight || 150 };
  }

  resize() {
    const { width, height } = this.size;
    this.renderer.setPixelRatio(Math.min(window.devicePixelRatio, 2));
    this.renderer.setSize(width, height, false);
    this.invalidate();
  }

  /** Draws nothing until the work is done: pictures halfway there would only cost time. */
  async hold(work) {
    this.held = true;
    try {
      await work();
    } finally {
      this.held = false;
      this.invalidate();
    }
  }

  invalidate() {
    if (this.pending || this.held) return;
    this.pending = true;
    requestAnimationFrame(() => {
      this.pending = false;
      this.draw();
    });
  }

  draw() {
    this.project();
    const { right, up } = this.shared;
    this.camera.updateMatrixWorld();
    right.value.setFromMatrixColumn(this.camera.matrixWorld, 0);
    up.value.setFromMatrixColumn(this.camera.matrixWorld, 1);
    this.drawShadow();
    this.renderer.render(this.scene, this.camera);
  }

  drawShadow() {
    const on = this.shadows && !this.run.planar && this.solids.particles === 'solid';
    if (on && this.shadowStale) {
      this.shared.shadowOn.value = 0;
      const others = [this.ground.mesh, this.contacts.group, this.box, this.ring];
      const shown = others.map((object) => object.visible);
      others.forEach((object) => { object.visible = false; });
      this.solids.drawAs('depth', () => {
        this.renderer.setRenderTarget(this.shadowTarget);
        this.renderer.clear();
        this.renderer.render(this.scene, this.shadowCamera);
        this.renderer.setRenderTarget(null);
      });
      others.forEach((object, k) => { object.visible = shown[k]; });
      this.shared.shadowMap.value = this.shadowTarget.depthTexture;  // not before it exists for the graphics card
      this.shadowStale = false;
    }
    this.shared.shadowOn.value = on ? 1 : 0;
  }

  /** Number of the body at a place of the canvas (CSS pixels), or -1. */
  pickAt(x, y) {
    const { width, height } = this.size;
    const { left, right, top, bottom } = this.inset;
    const c = this.camera;
    c.setViewOffset(width, height, x + (right - left) / 2, y + (bottom - top) / 2, 1, 1);
    const others = [this.ground.mesh, this.contacts.group, this.box, this.ring];
    const shown = others.map((object) => object.visible);
    others.forEach((object) => { object.visible = false; });
    const background = this.scene.background;
    this.scene.background = null;
    const pixel = new Uint8Array(4);
    this.solids.drawAs('pick', () => {
      this.renderer.setRenderTarget(this.pickTarget);
      this.renderer.setClearColor(0, 0);
      this.renderer.clear();
      this.renderer.render(this.scene, c);
      this.renderer.readRenderTargetPixels(this.pickTarget, 0, 0, 1, 1, pixel);
      this.renderer.setRenderTarget(null);
    });
    this.scene.background = background;
    others.forEach((object, k) => { object.visible = shown[k]; });
    this.project();
    return pixel[0] + 256 * pixel[1] + 65536 * pixel[2] - 1;
  }

  /** Whether pictures are drawn by the processor, which is slow. */
  get software() {
    const gl = this.renderer.getContext();
    const info = gl.getExtension('WEBGL_debug_renderer_info');
    return /swiftshader|llvmpipe|software/i.test(info ? gl.getParameter(info.UNMASKED_RENDERER_WEBGL) : '');
  }
}

const largest = (points, value) => points.reduce((most, p) => Math.max(most, value(p)), -Infinity);

/** The axis nearest to a direction, with its sign. */
function mainAxis(direction) {
  const sizes = direction.map(Math.abs);
  const axis = sizes.indexOf(Math.max(...sizes));
  return [0, 1, 2].map((k) => (k === axis ? Math.sign(direction[k]) : 0));
}

/** A colour map of 256 entries as a texture. */
export function mapTexture(bytes) {
  const texture = new DataTexture(bytes.slice(), 256, 1);
  texture.minFilter = texture.magFilter = NearestFilter;
  texture.needsUpdate = true;
  return texture;
}
