import { onTestFinished } from 'vitest';

/** Watches which listeners are added to the page from now on. Returns a function that names those that were not removed. */
export function watchListeners(): () => string[] {
  const { addEventListener, removeEventListener } = EventTarget.prototype;
  const added: Parameters<EventTarget['addEventListener']>[] = [];
  const isCapturing = (options: unknown): boolean =>
    options === true || (options instanceof Object && 'capture' in options && options.capture === true);
  EventTarget.prototype.addEventListener = function (...args) {
    added.push(args);
    addEventListener.apply(this, args);
  };
  EventTarget.prototype.removeEventListener = function (...args) {
    const [type, listener, options] = args;
    const at = added.findIndex(
      (each) => each[0] === type && each[1] === listener && isCapturing(each[2]) === isCapturing(options),
    );
    if (at >= 0) added.splice(at, 1);
    removeEventListener.apply(this, args);
  };
  onTestFinished(() => {
    Object.assign(EventTarget.prototype, { addEventListener, removeEventListener });
  });
  return () => added.map(([type]) => type);
}
