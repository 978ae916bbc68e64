import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { prerenderedPages } from '@/pages/strings';
import { shareFile, shareTags } from '../../scripts/build/share-tags';
import { ROOT } from '../../scripts/lib/run';

const read = (file: string) => readFileSync(join(ROOT, 'public', file));

/** Width and height of a WebP in the extended format, which browsers write. */
function webpSize(file: Buffer): number[] {
  expect(file.toString('latin1', 8, 16)).toBe('WEBPVP8X');
  return [file.readUIntLE(24, 3) + 1, file.readUIntLE(27, 3) + 1];
}

/** Width and height of a JPEG, from its frame header. */
function jpegSize(file: Buffer): number[] {
  const frame = file.indexOf(Buffer.from([0xff, 0xc0]));
  return [file.readUInt16BE(frame + 7), file.readUInt16BE(frame + 5)];
}

const screens = ['import', 'patients', 'order', 'confirm', 'journey'].flatMap((name) =>
  ['light', 'dark'].flatMap((theme) => [
    [`pictures/${name}-wide-${theme}.webp`, 1440, 1080],
    [`pictures/${name}-phone-${theme}.webp`, 780, 1200],
  ]),
) as [string, number, number][];

it.each(screens)('%s is crisp, and has at most 60 kB', (path, width, height) => {
  const file = read(path);
  expect(webpSize(file)).toEqual([width, height]);
  expect(file.length).toBeLessThanOrEqual(60_000);
});

it('every prerendered page has its picture for shared links', () => {
  const files = prerenderedPages.map(({ path }) => shareFile(path));
  expect(new Set(files).size).toBe(files.length);
  for (const file of files) expect(jpegSize(read(file)), file).toEqual([1200, 630]);
});

it.each([
  ['https://www.example.com/', '/', 'https://www.example.com/pictures/share-info.jpg'],
  ['https://www.example.com', '/app/', 'https://www.example.com/app/pictures/share-info.jpg'],
  [undefined, '/app/', '/app/pictures/share-info.jpg'],
])('a page published at %s under %s names its picture there', (site, base, address) => {
  const tags = shareTags({ path: '/info', title: 'T &amp; C', description: 'Kits' }, { base, site });
  expect(tags).toContain(`<meta property="og:image" content="${address}">`);
  expect(tags).toContain('<meta property="og:title" content="T &amp; C">');
});
