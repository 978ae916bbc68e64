import { mountPanel } from '../mount';
import type { PanelContext } from '../panel-context';
import styles from './room.css?inline';

/** A shadow root has a host instead of a root element: `:root[data-a]` is `:host([data-a])` there. */
const forHost = (css: string): string =>
  css.replace(/:root((?:\[[^[\]]*\]|:(?:not|has)\([^()]*\))*)/g, (_, condition: string) =>
    condition === '' ? ':host' : `:host(${condition})`,
  );

function sheetOf(css: string): CSSStyleSheet {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(css);
  return sheet;
}

/** Browsers register properties only for the whole document. */
const propertiesIn = ({ cssRules }: CSSStyleSheet): CSSStyleSheet =>
  sheetOf(
    [...cssRules]
      .map(({ cssText }) => cssText)
      .filter((text) => text.startsWith('@property '))
      .join('\n'),
  );

let room: { readonly root: ShadowRoot; readonly remove: () => void } | undefined;
let users = 0;

/** A shadow root, so that neither the room's styles nor the page's reach the other. */
function openRoom() {
  const host = document.createElement('mock-control-room');
  const root = host.attachShadow({ mode: 'open' });
  const sheet = sheetOf(forHost(styles));
  const properties = propertiesIn(sheet);
  root.adoptedStyleSheets.push(sheet);
  document.adoptedStyleSheets.push(properties);
  document.body.append(host);
  const remove = () => {
    host.remove();
    document.adoptedStyleSheets = document.adoptedStyleSheets.filter((each) => each !== properties);
  };
  return { root, remove };
}

/** Mounts the control room, which all mocks of a page share. Returns a function that unmounts it. */
export function mountRoom(parts: PanelContext): () => void {
  room ??= openRoom();
  users += 1;
  const unmount = mountPanel(parts, room.root);
  return () => {
    unmount();
    users -= 1;
    if (users > 0) return;
    room?.remove();
    room = undefined;
  };
}
