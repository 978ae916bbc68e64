import { topDialog } from '@/ui/layout/focus';

/** The space above and below the toasts, in pixels. */
const gap = 8;

const isTall = () => matchMedia('(height >= 30rem)').matches;
const isPhone = () => matchMedia('(width < 40rem)').matches;

interface Extent {
  readonly top: number;
  readonly bottom: number;
}

/** Where the buttons of the top dialog or of the page are, or a sheet. Undefined if they scroll with the content. */
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
  // Not its box, which moves while the dialog opens.
  const top = bar === dialog ? dialog.offsetTop : dialog.offsetTop + bar.offsetTop;
  return { top, bottom: top + bar.offsetHeight };
}

/** The height of what toasts must be above, in pixels from the lower edge of the window. */
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
 * Scrolls what the user acts on from behind the toasts, between `top` and `bottom` in the window.
 *
 * @param messages whether the messages in the form or page are new, like the toast: they are scrolled first
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
 * Keeps the toasts of small screens above the buttons at the lower edge, and makes room for them in what scrolls behind
 * them, by the variables that toast.css uses: `--toast-edge` is the height of what is below them, `--toast-room` their own.
 *
 * @param stack contains the toasts
 * @returns a function that ends it
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
  // A phone's browser bar comes and goes while the user scrolls, who may scroll anything behind a toast. Its keyboard
  // comes for a text field.
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
