import { toast } from '@/ui/feedback/toast';
import { createBadge } from './badge';
import type { ShowRoom } from './panel';
import type { PanelContext } from './panel-context';
import { type PanelLayout, readLayout, storeLayout } from './panel-layout';
import { addPanelRoot } from './panel-root';

/** Shows important notes as toasts. Returns a function that stops it. */
function toastNews({ notes }: PanelContext): () => void {
  let lastNote = 0;
  const show = () => {
    for (const { id, news, action } of notes.list()) {
      if (news !== undefined && id > lastNote)
        toast(news, { tone: 'warning', outlivesSession: true, action });
      lastNote = Math.max(lastNote, id);
    }
  };
  show();
  return notes.onChange(show);
}

/** What has the focus, also inside a shadow root; null if the page has it. */
function focused(): HTMLElement | null {
  let { activeElement } = document;
  while (activeElement?.shadowRoot?.activeElement) ({ activeElement } = activeElement.shadowRoot);
  return activeElement instanceof HTMLElement && activeElement !== document.body ? activeElement : null;
}

const isShortcut = (event: KeyboardEvent) => event.key === '.' && (event.ctrlKey || event.metaKey);

/** Of the mocks of a page, the one whose panel is active. */
interface Active {
  readonly context: PanelContext;
  readonly layout: PanelLayout;
  readonly unfollow: () => void;
}

/**
 * The permanent badge of a mock build, and the control room that it or Ctrl+. opens, of one of the page's mocks, which is
 * chosen in the room. The room's code, with React, is loaded when it is first opened.
 */
function createPanel(parent: ParentNode) {
  const container = addPanelRoot('Demo tools', parent);
  const badge = createBadge(() => setOpen(true));
  const contexts = new Set<PanelContext>();
  let active: Active | undefined;
  let chosen: string | undefined;
  let room: ShowRoom | undefined;
  /** What had the focus when the control room was opened. */
  let origin: HTMLElement | null = null;
  // The focus moves only if the user just opened it, not if it was still open before a reload.
  let isAsked = false;

  function move(change: Partial<PanelLayout>) {
    if (!active) return;
    active = { ...active, layout: { ...active.layout, ...change } };
    storeLayout(active.context.mock.name, active.layout);
    render();
  }

  function setOpen(isOpen: boolean) {
    isAsked = isOpen;
    if (isOpen) origin = focused();
    move({ isOpen });
  }

  async function loadRoom() {
    const panel = await import('./panel').catch(() => null);
    if (!panel) {
      move({ isOpen: false });
      active?.context.notes.add('The control room could not be loaded. Press “Demo data” to try again.', {
        badge: 'control room not loaded',
      });
      return;
    }
    if (contexts.size > 0) room ??= panel.createRoom(container);
    render();
  }

  function showBadge() {
    if (badge.button.isConnected) return;
    container.prepend(badge.button);
    // It was closed: nothing has it before the room is loaded.
    if (!room) return;
    const next = origin?.isConnected ? origin : badge.button;
    next.focus();
  }

  /** The focus moves between badge and room while both are there, so that no key pressed in between is lost. */
  function render() {
    if (!active) return;
    const { context, layout } = active;
    if (layout.isOpen && !room) void loadRoom();
    if (!layout.isOpen || !room) showBadge();
    const names = [...contexts].map(({ mock }) => mock.name);
    room?.({
      context: names.length > 1 ? { ...context, mocks: { names, choose } } : context,
      layout,
      takesFocus: isAsked,
      onMove: move,
      onClose: () => setOpen(false),
    });
    if (layout.isOpen && room) badge.button.remove();
  }

  function choose(name: string) {
    if (active) storeLayout(name, active.layout);
    chosen = name;
    update();
  }

  /** Shows the mock that was chosen, else the one whose room was open before the reload, else the first. */
  function update() {
    const all = [...contexts];
    const context =
      all.find(({ mock }) => mock.name === chosen) ??
      all.find(({ mock }) => readLayout(mock.name).isOpen) ??
      all[0];
    if (context !== active?.context) {
      active?.unfollow();
      active = context && { context, layout: readLayout(context.mock.name), unfollow: follow(context) };
      isAsked = false;
    }
    render();
  }

  function follow(context: PanelContext) {
    const show = () => badge.update(context);
    show();
    const unsubscribe = [context.notes.onChange(show), context.onScenarioChange(show)];
    return () => {
      for (const stop of unsubscribe) stop();
    };
  }

  function onKeyDown(event: KeyboardEvent) {
    if (!isShortcut(event)) return;
    event.preventDefault();
    setOpen(active?.layout.isOpen !== true);
  }
  window.addEventListener('keydown', onKeyDown);

  return {
    add(context: PanelContext) {
      contexts.add(context);
      update();
    },
    /** Returns whether others are left. */
    remove(context: PanelContext): boolean {
      contexts.delete(context);
      update();
      if (contexts.size > 0) return true;
      window.removeEventListener('keydown', onKeyDown);
      room?.(null);
      container.remove();
      return false;
    },
  };
}

/** What is mounted, by its parent. */
const mounted = new Map<ParentNode, ReturnType<typeof createPanel>>();

/** Mounts the badge at the end of `parent`; several mocks share one. Returns a function that unmounts it. */
export function mountPanel(parts: PanelContext, parent: ParentNode = document.body): () => void {
  const panel = mounted.get(parent) ?? createPanel(parent);
  mounted.set(parent, panel);
  panel.add(parts);
  const stopNews = toastNews(parts);
  return () => {
    stopNews();
    if (!panel.remove(parts)) mounted.delete(parent);
  };
}
