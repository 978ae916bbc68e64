import type { PanelParts } from '@/mocks/hosts/browser';
import { createActorWatch } from '../actor-watch';
import { mountPanel } from '../mount';
import styles from './room.css?inline';

/** A shadow root has a host instead of a root element: `:root[data-a]` is `:host([data-a])` there. */
const forHost = (css: string): string =>
  css.replace(/:root((?:\[[^[\]]*\]|:(?:not|has)\([^()]*\))*)/g, (_, condition: string) =>
    condition === '' ? ':host' : `:host(${condition})`,
  );

/** Browsers register properties only for the whole document. */
const registered = /@property [^{}]+\{[^{}]*\}/g;

function adopt(root: Document | ShadowRoot, css: string): () => void {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(css);
  root.adoptedStyleSheets.push(sheet);
  return () => {
    root.adoptedStyleSheets = root.adoptedStyleSheets.filter((each) => each !== sheet);
  };
}

/**
 * Mounts the control room in a shadow root, so that neither its styles nor the page's reach the other. Its machines are
 * not watched. Returns a function that unmounts it.
 */
export function mountRoom(parts: PanelParts): () => void {
  const host = document.createElement('mock-control-room');
  const root = host.attachShadow({ mode: 'open' });
  adopt(root, forHost(styles));
  const removeProperties = adopt(document, (styles.match(registered) ?? []).join('\n'));
  document.body.append(host);
  const unmount = mountPanel({ ...parts, actors: createActorWatch(), withoutTabs: ['machines'] }, root);
  return () => {
    unmount();
    host.remove();
    removeProperties();
  };
}
