// What the providers of this folder share: the protocol of docs/reference/secret-providers.md, version 1.
import { execFile } from 'node:child_process';
import { text } from 'node:stream/consumers';
import { promisify } from 'node:util';

const atATime = 8;

/** Output of a program that no shell starts; its error is the last line of its stderr. */
export async function run(program, args) {
  try {
    const { stdout } = await promisify(execFile)(program, args, { maxBuffer: 4 * 1024 * 1024 });
    return stdout;
  } catch (error) {
    const lines = String(error.stderr ?? '').trim();
    throw new Error(lines.split('\n').at(-1) || `${program} could not be run: ${error.code}`);
  }
}

/** Answers each key of a form by `read`, which gets what the form finds. */
export async function provide(form, read) {
  await provideMany({ form, size: 1 }, async ([key]) => ({
    values: [[key, await read(...form.exec(key).slice(1))]],
  }));
}

/** Answers keys of a form, `size` of them at once. One error does not stop the others. */
export async function provideMany({ form, size }, read) {
  const { references } = JSON.parse(await text(process.stdin));
  const keys = references.map(({ key }) => key);
  // A branch may have written a key: one of another form never reaches a program.
  const wrong = keys.filter((key) => !form.test(key));
  const errors = new Map(wrong.map((key) => [key, `a key has the form ${form.source}`]));
  const values = new Map();
  const left = keys.filter((key) => form.test(key));
  const work = async () => {
    while (left.length > 0) {
      const some = left.splice(0, size);
      const found = await read(some).catch(({ message }) => ({
        errors: some.map((key) => [key, message]),
      }));
      for (const [key, value] of found.values ?? []) {
        if (typeof value === 'string') values.set(key, value);
        else errors.set(key, 'the secret has no such text');
      }
      for (const [key, message] of found.errors ?? []) errors.set(key, message);
    }
  };
  await Promise.all(Array.from({ length: atATime }, work));
  const answer = { values: Object.fromEntries(values), errors: Object.fromEntries(errors) };
  process.stdout.write(JSON.stringify({ version: 1, ...answer }));
}
