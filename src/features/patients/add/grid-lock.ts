import { openChannel } from '@/app/other-tabs';

/**
 * One tab has the unsaved rows of an account: a Web Lock says which. A tab that is asked for them hands them over; if it
 * does not answer, the lock is stolen. Without Web Locks (plain http) the tab that was opened last takes them.
 */
export interface GridLock {
  /** Takes the rows, unless another tab has them. Resolves to whether they are here. */
  take(): Promise<boolean>;
  /** Takes the rows from the tab that has them. */
  takeOver(): Promise<void>;
  isHere(): boolean;
  stop(): void;
}

interface GridLockOptions {
  /** Whether the rows are being sent: then they are handed over once that has ended. */
  readonly isSending: () => boolean;
  /** Another tab asks for the rows. They are free once this resolves. */
  readonly handOver: () => Promise<void>;
  /** Another tab has taken the rows. */
  readonly onLost: () => void;
}

/** How long a tab waits for the rows, in milliseconds: a call that sends them ends after 20 seconds. */
const patience = { answer: 1000, sending: 25_000 };

/** The messages between tabs. */
type Message = 'release' | 'sending' | 'taken';

export function createGridLock(name: string, { isSending, handOver, onLost }: GridLockOptions): GridLock {
  // Missing on insecure origins.
  const locks = navigator.locks as LockManager | undefined;
  const channel = openChannel(name);
  const post = (message: Message) => channel?.postMessage(message);
  /** Ends the lock; null while another tab has it. */
  let release: (() => void) | null = null;
  let onSending = (): void => undefined;
  let stopWaiting = (): void => undefined;
  let isStopped = false;

  const lose = () => {
    release = null;
    onLost();
  };
  const request = (options: LockOptions) =>
    new Promise<boolean>((resolve) => {
      const hold = () =>
        new Promise<void>((released) => {
          if (isStopped) {
            released();
            return resolve(false);
          }
          release = released;
          resolve(true);
        });
      if (locks === undefined) {
        void hold();
        return post('taken');
      }
      let isGranted = false;
      locks
        .request(name, options, (lock) => {
          isGranted = lock !== null;
          if (isGranted) return hold();
          resolve(false);
        })
        .catch((error: Error) => {
          // Locks are rejected when storage is blocked: then no other tab shares the rows.
          if (error.name !== 'AbortError') return void hold();
          // It was stolen, or it was not free in time.
          if (isGranted) lose();
          else resolve(false);
        });
    });

  async function answer(): Promise<void> {
    if (isSending()) post('sending');
    await handOver();
    release?.();
    release = null;
  }
  if (channel !== undefined)
    channel.onmessage = ({ data }: MessageEvent<unknown>) => {
      if (data === 'sending') onSending();
      else if (release !== null && data === 'release') void answer();
      else if (release !== null && data === 'taken') lose();
    };

  return {
    take: () => request({ ifAvailable: true }),
    async takeOver() {
      const waiting = new AbortController();
      let timer = setTimeout(() => waiting.abort(), patience.answer);
      onSending = () => {
        clearTimeout(timer);
        timer = setTimeout(() => waiting.abort(), patience.sending);
      };
      post('release');
      stopWaiting = () => waiting.abort();
      const isFree = await request({ signal: waiting.signal });
      clearTimeout(timer);
      if (!isFree && !isStopped) await request({ steal: true });
    },
    isHere: () => release !== null,
    stop() {
      isStopped = true;
      stopWaiting();
      release?.();
      release = null;
      channel?.close();
    },
  };
}
