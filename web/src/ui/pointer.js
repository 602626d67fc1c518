// A click or tap that is no drag picks the particle under it.

const STILL = 5;  // px

/** @param {import('../app.js').App} app */
export function bindPointer(app) {
  const canvas = document.getElementById('view');
  let down = null;
  canvas.addEventListener('pointerdown', (event) => {
    down = event.isPrimary && event.button === 0 ? { x: event.clientX, y: event.clientY } : null;
  });
  canvas.addEventListener('pointerup', (event) => {
    if (!down || Math.hypot(event.clientX - down.x, event.clientY - down.y) > STILL) return;
    const place = canvas.getBoundingClientRect();
    app.pickAt(event.clientX - place.left, event.clientY - place.top);
    down = null;
  });
  canvas.addEventListener('dblclick', () => app.setFollow(true));
}
