/**
 * A page with several frames, each signed in as another account. Frames of one origin share local storage, where the
 * product keeps its token, so each frame gets its own storage: a part of the session storage of the browser tab, which
 * all frames of the tab share and no other tab does.
 */

const PREFIX = 'mock-frame-';

/** The browsing context's name of a frame, for its `name` and for links that open in it. */
export const frameName = (frame: string): string => `${PREFIX}${frame}`;

type FramePage = Pick<Window, 'name' | 'localStorage' | 'sessionStorage'> & { readonly parent: unknown };
type StorageArea = 'localStorage' | 'sessionStorage';

/** Whether a page is in such a frame. The name survives reloads and navigation in the frame. */
export const isFrame = (page: FramePage = window): boolean =>
  page.parent !== page && page.name.startsWith(PREFIX);

let shared: Storage | undefined;

/** The session storage that all frames of this browser tab share. Throws if the browser denies storage. */
export const tabStorage = (): Storage => shared ?? sessionStorage;

/** Removes what the frames of this browser tab have stored. */
export function clearFrames(): void {
  try {
    for (const key of Object.keys(sessionStorage)) if (key.startsWith(PREFIX)) sessionStorage.removeItem(key);
  } catch {
    // Storage is denied: there is nothing to remove.
  }
}

/**
 * What a frame sees as its storage. Supports the methods of `Storage` and `Object.keys`, but no access by property.
 *
 * @param tab where the values are kept; shared by all frames
 */
function frameStorage(frame: string, area: StorageArea, tab: Storage): Storage {
  const prefix = `${frameName(frame)}:${area}:`;
  const keys = () =>
    Object.keys(tab)
      .filter((key) => key.startsWith(prefix))
      .map((key) => key.slice(prefix.length));
  const removeItem = (key: string) => tab.removeItem(`${prefix}${key}`);
  const storage: Storage = {
    get length() {
      return keys().length;
    },
    key: (position) => keys()[position] ?? null,
    getItem: (key) => tab.getItem(`${prefix}${key}`),
    setItem: (key, value) => tab.setItem(`${prefix}${key}`, value),
    removeItem,
    clear: () => keys().forEach(removeItem),
  };
  return new Proxy(storage, {
    ownKeys: keys,
    getOwnPropertyDescriptor: (_, key) =>
      typeof key === 'string' && keys().includes(key)
        ? { value: storage.getItem(key), configurable: true, enumerable: true, writable: true }
        : undefined,
  });
}

/** Gives this page its own storage if it is in such a frame. Must run before anything reads storage. */
export function enterFrame(page: FramePage = window): void {
  if (!isFrame(page)) return;
  try {
    shared = page.sessionStorage;
  } catch {
    // Where storage is denied, the product keeps its values in the memory of each frame.
    return;
  }
  const frame = page.name.slice(PREFIX.length);
  for (const area of ['localStorage', 'sessionStorage'] as const) {
    const value = frameStorage(frame, area, shared);
    Object.defineProperty(page, area, { configurable: true, enumerable: true, get: () => value });
  }
}
