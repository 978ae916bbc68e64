import * as z from '@kitwell/mock-engine/zod';
import { type Tag, tags, WRITTEN_CHANNEL } from '@/contract';
import { orderRecord } from '@/domain/storage-keys';
import type { OrderNews } from './app-port';

/** Sends the other tabs of this browser which data a write has changed, and what became of orders. */
interface OtherTabs {
  announce(changed: readonly Tag[]): void;
  /** Does nothing while it is unknown who is signed in. */
  sendOrders(news: OrderNews): void;
  close(): void;
}

interface OtherTabsOptions {
  /** Returns the email of the signed-in account; null if no one is signed in, or if it is unknown. */
  readonly account: () => string | null;
  /**
   * Called when another tab has changed data: what is shown of it must be fetched again. A hidden tab waits until it is
   * shown, so that many tabs don't fetch a long list after each change.
   */
  readonly onChanged: (changed: Tag[]) => void;
  /** Called at once, but only with what a tab of the same account has sent. */
  readonly onOrders: (news: OrderNews) => void;
}

const changedTags = z.array(z.enum(tags));

const orderMessage = z.object({
  account: z.string(),
  records: z.array(orderRecord),
  asks: z.boolean(),
});

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

/** Connects this tab with the others. Without a channel, a tab sees a change when it fetches again. */
export function connectOtherTabs({ account, onChanged, onOrders }: OtherTabsOptions): OtherTabs {
  const channel = openChannel(WRITTEN_CHANNEL);
  if (channel === undefined)
    return { announce: () => undefined, sendOrders: () => undefined, close: () => undefined };
  const waiting = new Set<Tag>();
  const pass = () => {
    if (document.hidden || waiting.size === 0) return;
    onChanged([...waiting]);
    waiting.clear();
  };
  channel.onmessage = ({ data }) => {
    for (const tag of changedTags.safeParse(data).data ?? []) waiting.add(tag);
    pass();
    const orders = orderMessage.safeParse(data).data;
    if (orders !== undefined && orders.account === account()) onOrders(orders);
  };
  document.addEventListener('visibilitychange', pass);
  return {
    announce: (changed) => channel.postMessage(changed),
    sendOrders(news) {
      const sender = account();
      if (sender !== null) channel.postMessage({ account: sender, ...news });
    },
    close() {
      document.removeEventListener('visibilitychange', pass);
      channel.close();
    },
  };
}
