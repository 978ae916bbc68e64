import { onTestFinished } from 'vitest';

/** Watches which listeners are added to the page from now on. Returns a function that names those that were not removed. */
export function watchListeners(): () => string[] {
  const added: Parameters<EventTarget['addEventListener']>[] = [];
  const isCapturing = (options: unknown): boolean =>
    options === true || (options instanceof Object && 'capture' in options && options.capture === true);
  const watch = (owner: EventTarget) => {
    const { addEventListener, removeEventListener } = owner;
    owner.addEventListener = function (this: EventTarget, ...args) {
      added.push(args);
      addEventListener.apply(this, args);
    };
    owner.removeEventListener = function (this: EventTarget, ...args) {
      const [type, listener, options] = args;
      const at = added.findIndex(
        (each) => each[0] === type && each[1] === listener && isCapturing(each[2]) === isCapturing(options),
      );
      if (at >= 0) added.splice(at, 1);
      removeEventListener.apply(this, args);
    };
    onTestFinished(() => void Object.assign(owner, { addEventListener, removeEventListener }));
  };
  watch(EventTarget.prototype);
  // Vitest gives the window bound methods of its own.
  if (Object.hasOwn(window, 'addEventListener')) watch(window);
  return () => added.map(([type]) => type);
}
