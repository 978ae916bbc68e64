import { type Tag, tags } from '@/contract';
import * as z from '@/contract/zod';

/** Tells the other tabs of this browser which data a write has changed. */
export interface OtherTabs {
  announce(changed: readonly Tag[]): void;
  close(): void;
}

const news = z.array(z.enum(tags));

/** Undefined in old browsers, and where the browser blocks storage. */
export function openChannel(name: string): BroadcastChannel | undefined {
  // A prerendered page has no other tabs, and in Node an open channel would keep the process alive.
  if (import.meta.env.SSR) return undefined;
  try {
    return new BroadcastChannel(name);
  } catch {
    return undefined;
  }
}

/**
 * Connects this tab with the others. Without a channel, a tab sees a change when it fetches again.
 *
 * @param onChanged called when another tab has changed data: what is shown of it must be fetched again. A hidden tab
 *   waits until it is shown, so that many tabs don't fetch a long list after each change.
 */
export function connectOtherTabs(onChanged: (changed: Tag[]) => void): OtherTabs {
  const channel = openChannel('kitwell:written');
  if (channel === undefined) return { announce: () => undefined, close: () => undefined };
  const waiting = new Set<Tag>();
  const pass = () => {
    if (document.hidden || waiting.size === 0) return;
    onChanged([...waiting]);
    waiting.clear();
  };
  channel.onmessage = ({ data }) => {
    for (const tag of news.safeParse(data).data ?? []) waiting.add(tag);
    pass();
  };
  document.addEventListener('visibilitychange', pass);
  return {
    announce: (changed) => channel.postMessage(changed),
    close() {
      document.removeEventListener('visibilitychange', pass);
      channel.close();
    },
  };
}
