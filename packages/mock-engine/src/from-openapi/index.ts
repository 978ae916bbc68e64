import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { errorMessage } from '../error-message';
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

function orExplain<Result>(spec: string, write: () => Result): Result {
  try {
    return write();
  } catch (cause) {
    if (cause instanceof UsageError) throw cause;
    const message = `${spec} is probably no valid OpenAPI document (${errorMessage(cause)}). npx @redocly/cli lint says where.`;
    throw new UsageError(message, { cause });
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
  const { files, undecided, base } = orExplain(spec, () =>
    writeMock(document, faker, (plural) => redocly.pluralize(plural, 1)),
  );
  const there = Object.keys(files).filter((file) => existsSync(join(folder, file)));
  if (there.length > 0 && !force) {
    throw new UsageError(
      `${there.map((file) => join(folder, file)).join(', ')}: there already. --force replaces them.`,
    );
  }
  // All are formatted before the first is written: a failure leaves no part of a mock.
  const formatted = await Promise.all(
    Object.entries(files).map(async ([file, text]) => {
      const path = join(folder, file);
      const style = (await prettier.resolveConfig(path)) ?? { singleQuote: true, printWidth: 110 };
      return [path, await prettier.format(text, { ...style, filepath: path })] as const;
    }),
  );
  await mkdir(folder, { recursive: true });
  for (const [path, text] of formatted) await writeFile(path, text);
  const left =
    undecided.length === 0
      ? ''
      : `\nLeft to write in ${join(folder, 'rules.ts')}, until then 501:\n  ${undecided.join('\n  ')}`;
  // The user may paste the command into a shell, and the document isn't the user's.
  const option = base !== '/' && /^[\w/.-]+$/.test(base) ? ` --base ${base}` : '';
  return `${Object.keys(files).length} files in ${folder}.${left}\nServe it: npx mock-engine ${join(folder, 'mock.ts')}${option}`;
}
