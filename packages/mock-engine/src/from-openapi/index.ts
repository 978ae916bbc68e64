import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { UsageError } from '../hosts/http/usage-error';
import { readDocument } from './document';
import { writeMock } from './write';

/** What only this command needs, so that the package doesn't bring it. */
const NEEDED = '@redocly/openapi-core @faker-js/faker prettier';

async function loadTools() {
  try {
    const [redocly, { faker }, prettier] = await Promise.all([
      import('@redocly/openapi-core'),
      import('@faker-js/faker'),
      import('prettier'),
    ]);
    return { redocly, faker, prettier };
  } catch (error) {
    if (Reflect.get(Object(error), 'code') !== 'ERR_MODULE_NOT_FOUND') throw error;
    throw new UsageError(`from-openapi needs packages that mocks don't need: npm install -D ${NEEDED}`);
  }
}

/**
 * Writes a mock of the API that an OpenAPI document describes: contract, tables, seeds, rules, and the file that creates it.
 *
 * @param spec a path or URL
 * @param folder is made if there is none
 * @param options.force replaces files that are there
 * @returns what to do next, for the user
 * @throws UsageError if the document can't be read, or a file is there
 */
export async function fromOpenApi(
  spec: string,
  folder: string,
  { force }: { force: boolean },
): Promise<string> {
  const { redocly, faker, prettier } = await loadTools();
  const document = await readDocument(redocly, spec);
  const { files, undecided, base } = writeMock(document, faker);
  const there = Object.keys(files).filter((file) => existsSync(join(folder, file)));
  if (there.length > 0 && !force) {
    throw new UsageError(
      `${there.map((file) => join(folder, file)).join(', ')}: there already. --force replaces them.`,
    );
  }
  await mkdir(folder, { recursive: true });
  for (const [file, text] of Object.entries(files)) {
    const path = join(folder, file);
    const style = (await prettier.resolveConfig(path)) ?? { singleQuote: true, printWidth: 110 };
    await writeFile(path, await prettier.format(text, { ...style, filepath: path }));
  }
  const left =
    undecided.length === 0
      ? ''
      : `\nLeft to write in ${join(folder, 'rules.ts')}, until then 501:\n  ${undecided.join('\n  ')}`;
  return `${Object.keys(files).length} files in ${folder}.${left}\nServe it: npx mock-engine ${join(folder, 'mock.ts')}${base === '/' ? '' : ` --base ${base}`}`;
}
