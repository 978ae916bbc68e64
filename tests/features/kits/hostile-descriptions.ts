/** Descriptions that try to run a script. Each sets `window.attacked` if it succeeds; the word "seen" is plain text. */
export const hostileDescriptions: Readonly<Record<string, string>> = {
  script: '<p>seen</p><script>window.attacked = true</script>',
  'event handler of a broken image': '<p>seen</p><img src="x" onerror="window.attacked = true">',
  'event handler in SVG': '<p>seen</p><svg onload="window.attacked = true"><circle r="9"/></svg>',
  'script in SVG': '<p>seen</p><svg><script>window.attacked = true</script></svg>',
  'javascript: link': '<a href="javascript:window.attacked=true">seen</a>',
  'javascript: link, disguised': '<a href=" jav&#x09;ascript:window.attacked=true">seen</a>',
  'data: link': '<a href="data:text/html,<script>window.attacked=true</script>">seen</a>',
  'inline frame': '<p>seen</p><iframe srcdoc="<script>parent.attacked = true</script>"></iframe>',
  'form that takes the click': '<form action="javascript:window.attacked=true"><button>seen</button></form>',
  'styles over the whole page': '<p style="position:fixed;inset:0" class="fixed inset-0" id="root">seen</p>',
  'style sheet':
    '<p>seen</p><style>body{display:none}</style><link rel="stylesheet" href="https://evil.example/x.css">',
  'markup that is repaired into a script':
    '<p>seen</p><math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=window.attacked=true&gt;">',
  'focus that fires by itself':
    '<p tabindex="0" autofocus onfocus="window.attacked = true" contenteditable>seen</p>',
  'moved base and refresh':
    '<p>seen</p><base href="https://evil.example/"><meta http-equiv="refresh" content="0;url=https://evil.example/">',
  'element that hides a global':
    '<p>seen</p><a id="config" name="attributes" href="https://evil.example/">link</a>',
};

/** The only elements that a description may contain. */
export const allowedElements = ['p', 'br', 'ul', 'ol', 'li', 'strong', 'em', 'b', 'i', 'h3', 'h4', 'h5', 'a'];

/** The parts of the markup outside the allow-list, such as `img` or `p[onclick]`. Also runs in the browser. */
export function foreignParts(box: Element, allowed: readonly string[]): string[] {
  return [...box.querySelectorAll('*')].flatMap((element) => {
    const name = element.localName;
    const attributes = [...element.attributes]
      .filter(({ name: attribute, value }) => {
        const isLink = name === 'a' && attribute === 'href' && /^https?:\/\//i.test(value);
        const isNewTab =
          name === 'a' && [`target=_blank`, `rel=noopener noreferrer`].includes(`${attribute}=${value}`);
        return !isLink && !isNewTab;
      })
      .map(({ name: attribute }) => `${name}[${attribute}]`);
    return allowed.includes(name) ? attributes : [name, ...attributes];
  });
}
