import { topDialog } from '@/ui/layout/focus';

/** The space above and below the toasts, in pixels. */
const gap = 8;

const isTall = () => matchMedia('(height >= 30rem)').matches;
const isPhone = () => matchMedia('(width < 40rem)').matches;

interface Extent {
  readonly top: number;
  readonly bottom: number;
}

/** The extent of the action bar of the top dialog or the page, or of a sheet. Undefined if it scrolls with the content. */
function barExtent(): Extent | undefined {
  if (!isTall()) return undefined;
  const dialog = topDialog();
  if (dialog === undefined) return document.querySelector('[data-action-bar]')?.getBoundingClientRect();
  // On wider screens a dialog is in the middle, and leaves room below it.
  if (!isPhone()) return undefined;
  const bar = dialog.matches('[data-compact]')
    ? dialog
    : dialog.querySelector<HTMLElement>(':scope > footer');
  if (bar === null) return undefined;
  // Not the bounding box, which moves while the dialog opens.
  const top = bar === dialog ? dialog.offsetTop : dialog.offsetTop + bar.offsetTop;
  return { top, bottom: top + bar.offsetHeight };
}

/** How far from the lower edge of the window toasts must be, in pixels, to cover no banner and no buttons. */
function edgeBelow(stack: HTMLElement): number {
  const banner = document.querySelector('[data-banner]')?.getBoundingClientRect();
  let edge = 0;
  for (const each of [banner, barExtent()]) {
    // On a short page the buttons are higher, and there is enough room below them.
    if (each && innerHeight - each.bottom < stack.offsetHeight + 2 * gap)
      edge = Math.max(edge, innerHeight - each.top);
  }
  return edge;
}

/** What the user acted on last. Safari does not focus a button that is tapped. */
let pressed: Element | null = null;
const rememberPressed = ({ target }: Event) => {
  pressed = target instanceof Element ? target.closest('button, a, input, select, textarea') : null;
};

/**
 * Scrolls the control in use out from behind the toasts, which are between `top` and `bottom` in the window.
 *
 * @param messages whether the form's or page's messages are new, like the toast: they are uncovered first
 */
function uncover(top: number, bottom: number, messages: boolean): void {
  const scope = topDialog() ?? document.getElementById('root');
  const focused = document.activeElement === document.body ? pressed : document.activeElement;
  const isCovered = (element: Element) => {
    const box = element.getBoundingClientRect();
    return box.bottom > top && box.top < bottom;
  };
  const show = (element: Element) => element.scrollIntoView({ block: 'nearest', behavior: 'instant' });
  if (scope === null) return;
  const acted = focused !== null && scope.contains(focused) ? focused : null;
  const wasInView = acted !== null && acted.getBoundingClientRect().top >= 0;
  if (messages)
    for (const message of scope.querySelectorAll('[data-field-error], [role="alert"]'))
      if (isCovered(message)) show(message);
  if (acted === null) return;
  if (isCovered(acted) || (wasInView && acted.getBoundingClientRect().top < 0)) show(acted);
}

let placed = 0;

/**
 * Keeps the toasts of small screens above the buttons at the lower edge, and makes room for them in the content behind them,
 * by variables for toast.css: `--toast-edge` is the height below the toasts, `--toast-room` their own.
 *
 * @param stack contains the toasts
 * @returns a function to stop
 */
export function placeToasts(stack: HTMLElement): () => void {
  const { style } = document.documentElement;
  let frame = 0;
  let uncovers: 'nothing' | 'focus' | 'messages' = 'nothing';
  const place = () => {
    frame = 0;
    const edge = edgeBelow(stack);
    style.setProperty('--toast-edge', `${edge}px`);
    const bottom = innerHeight - edge;
    const top = stack.offsetHeight === 0 ? bottom : stack.getBoundingClientRect().top - gap;
    style.setProperty('--toast-room', `${bottom - top}px`);
    if (uncovers !== 'nothing') uncover(top, bottom, uncovers === 'messages');
    uncovers = 'nothing';
  };
  const follow = () => {
    frame ||= requestAnimationFrame(place);
  };
  const showFocused = () => {
    if (uncovers === 'nothing') uncovers = 'focus';
    follow();
  };
  // Not for a phone's browser bar, which comes and goes while the user scrolls, but for the keyboard of a text field.
  const onResize = () => (document.activeElement?.matches('input, textarea') ? showFocused() : follow());
  const sizes = new ResizeObserver(() => {
    uncovers = 'messages';
    follow();
  });
  sizes.observe(stack);
  const content = new MutationObserver(follow);
  content.observe(document.body, { childList: true, subtree: true });
  const ending = new AbortController();
  const { signal } = ending;
  window.addEventListener('resize', onResize, { signal });
  window.addEventListener('scroll', follow, { signal, passive: true });
  document.addEventListener('focusin', showFocused, { signal });
  placed += 1;
  return () => {
    cancelAnimationFrame(frame);
    sizes.disconnect();
    content.disconnect();
    ending.abort();
    placed -= 1;
    if (placed > 0) return;
    style.removeProperty('--toast-edge');
    style.removeProperty('--toast-room');
  };
}

/** Remembers what is pressed. Returns a function that ends it. */
export function watchPresses(): () => void {
  document.addEventListener('click', rememberPressed, true);
  return () => document.removeEventListener('click', rememberPressed, true);
}
