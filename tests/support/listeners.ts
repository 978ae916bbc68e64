import { onTestFinished } from 'vitest';

/** Watches which listeners are added to the page from now on. Returns a function that names those that were not removed. */
export function watchListeners(): () => string[] {
  const added: { target: EventTarget; args: Parameters<EventTarget['addEventListener']> }[] = [];
  const isCapturing = (options: unknown): boolean =>
    options === true || (options instanceof Object && 'capture' in options && options.capture === true);
  const watch = (owner: EventTarget) => {
    const { addEventListener, removeEventListener } = owner;
    owner.addEventListener = function (this: EventTarget | undefined, ...args) {
      const target = this ?? owner;
      added.push({ target, args });
      addEventListener.apply(target, args);
    };
    owner.removeEventListener = function (this: EventTarget | undefined, ...args) {
      const target = this ?? owner;
      const at = added.findIndex(
        (each) =>
          each.target === target &&
          each.args[0] === args[0] &&
          each.args[1] === args[1] &&
          isCapturing(each.args[2]) === isCapturing(args[2]),
      );
      if (at >= 0) added.splice(at, 1);
      removeEventListener.apply(target, args);
    };
    onTestFinished(() => void Object.assign(owner, { addEventListener, removeEventListener }));
  };
  watch(EventTarget.prototype);
  // Vitest gives the window bound methods of its own.
  if (Object.hasOwn(window, 'addEventListener')) watch(window);
  return () => added.map(({ args: [type] }) => type);
}
