/** Whether a pointer really moved: things that come under a resting pointer were not pointed at. */

let at = { x: NaN, y: NaN };
let moved = false;

document.addEventListener(
  'pointermove',
  (event) => {
    moved = event.screenX !== at.x || event.screenY !== at.y;
    at = { x: event.screenX, y: event.screenY };
  },
  true,
);

/** Whether the mouse moved with the event that is being handled. */
export function pointed(event: PointerEvent): boolean {
  return event.pointerType === 'mouse' && moved;
}
