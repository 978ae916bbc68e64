import { expect, it } from 'vitest';
import { shareTags } from '../../scripts/build/share-tags';

it.each([
  ['https://www.example.com/', '/', 'https://www.example.com/pictures/share-info.jpg'],
  ['https://www.example.com', '/app/', 'https://www.example.com/app/pictures/share-info.jpg'],
  [undefined, '/app/', '/app/pictures/share-info.jpg'],
])('a page published at %s under %s names its picture there', (site, base, address) => {
  const tags = shareTags({ path: '/info', title: 'T &amp; C', description: 'Kits' }, { base, site });
  expect(tags).toContain(`<meta property="og:image" content="${address}">`);
  expect(tags).toContain('<meta property="og:title" content="T &amp; C">');
});
