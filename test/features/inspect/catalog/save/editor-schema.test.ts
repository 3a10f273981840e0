import { mkdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { copyExample, type Project } from '../../../../support/run-cyclectl.ts';
import { runInProcess } from '../../../../support/run-in-process.ts';

/** Runs a command and gives what it says on one line. */
async function say(project: Project, ...args: readonly string[]) {
  const { exitCode, stdout, stderr } = await runInProcess(project, ...args);
  return { exitCode, said: `${stdout}\n${stderr}`.replaceAll(/\s+/g, ' ') };
}

describe('the schema that the editors of a project read', () => {
  const schemaFile = 'schemas/account.schema.json';

  async function openEdited(): Promise<{ project: Project; path: string; published: string }> {
    const project = await copyExample('quickstart');
    const published = await readFile(
      new URL(`../../../../../${schemaFile}`, import.meta.url),
      'utf8',
    );
    await mkdir(join(project.directory, 'schemas'));
    await project.write(schemaFile, published);
    return { project, path: join(project.directory, schemaFile), published };
  }

  it('gets the names of the catalog with it, and a check says if it is out of date', async () => {
    const { project, path, published } = await openEdited();
    expect((await say(project, 'catalog', 'save', '--check')).said).toContain(
      `${schemaFile}, for editors, is out of date.`,
    );
    expect(await readFile(path, 'utf8'), 'a check writes nothing').toBe(published);
    expect((await say(project, 'catalog', 'save')).said).toContain(
      `Wrote its names to ${schemaFile}`,
    );
    const printed = await runInProcess(project, 'schema', 'account', '--catalog');
    expect(await readFile(path, 'utf8')).toBe(`${printed.stdout.trimEnd()}\n`);
    expect(await say(project, 'catalog', 'save', '--check')).toMatchObject({
      exitCode: 0,
      said: expect.stringContaining(`${schemaFile}, for editors, is up to date.`),
    });

    // A key that no manifest had before.
    await project.edit('accounts/northwind.yaml', '    files:', '    our-files:');
    const check = await say(project, 'catalog', 'save', '--check');
    expect(check.exitCode).toBe(2);
    expect(check.said).toContain('catalog.json is up to date.');
    expect(check.said).toContain('is out of date. To write it: cyclectl catalog save -C');
    const { stdout } = await runInProcess(project, 'catalog', 'save', '--format', 'json');
    expect(JSON.parse(stdout).run).toMatchObject({ written: false, schema: 'written' });
    expect(await readFile(path, 'utf8')).toContain('our-files');
  });

  it('may look as a formatter of the project writes it', async () => {
    const { project, path } = await openEdited();
    await say(project, 'catalog', 'save');
    const formatted = JSON.stringify(JSON.parse(await readFile(path, 'utf8')), null, 4);
    const text = `\ufeff${formatted}`.replaceAll('\n', '\r\n');
    await writeFile(path, text);
    expect((await say(project, 'catalog', 'save', '--check')).exitCode).toBe(0);
    await say(project, 'catalog', 'save');
    expect(await readFile(path, 'utf8')).toBe(text);
    await project.edit('accounts/northwind.yaml', '    files:', '    our-files:');
    await say(project, 'catalog', 'save');
    expect(await readFile(path, 'utf8')).toMatch(/^\ufeff\{\r\n(?:.*\r\n)+$/);
  });

  it.each([
    ['another schema', '{"$id": "https://example.com/schema.json"}'],
    ['no JSON', 'a: b'],
    ['a list', '[]'],
    [
      'a deep text',
      `{"$id": "https://cyclectl.dev/schemas/v1/account.schema.json", "a": ${'['.repeat(9000)}${']'.repeat(9000)}}`,
    ],
  ])('is left as it is if it is %s', async (_, text) => {
    const { project, path } = await openEdited();
    await writeFile(path, text);
    const { exitCode, said } = await say(project, 'catalog', 'save');
    expect(exitCode).toBe(0);
    expect(said).toContain('was left as it is. It is not a schema of cyclectl.');
    expect(await readFile(path, 'utf8')).toBe(text);
    expect((await say(project, 'catalog', 'save', '--check')).exitCode).toBe(0);
  });

  it('is not written where it would be too large for an editor', async () => {
    const { project, path, published } = await openEdited();
    const settings = await readFile(join(project.directory, 'cyclectl.yaml'), 'utf8');
    await project.write(
      'cyclectl.yaml',
      `${settings.trimEnd()}\n    other: {service: {emulator: {world: world.yaml}}}\n`,
    );
    const fields = Array.from({ length: 26_000 }, (_, index) => ({
      name: `f${index}`,
      values: [`v${index}`],
    }));
    const steps = [{ name: 'A', fields }];
    const catalog = {
      format: 'cyclectl-catalog/1',
      environments: { other: {} },
      connectors: [],
      templates: [{ name: 'A', steps, variables: [] }],
    };
    await project.write('catalog.json', JSON.stringify(catalog));
    const printed = await say(project, 'schema', 'account', '--catalog');
    expect(printed.exitCode).toBe(1);
    expect(printed.said).toContain('the schema would be larger than 16 MiB');
    const { exitCode, said } = await say(project, 'catalog', 'save', '-e', 'local');
    expect(exitCode).toBe(0);
    expect(said).toContain('Saved 5 releases and 3 templates in full');
    expect(said).toContain('was left as it is. It would be larger than 16 MiB.');
    expect(await readFile(path, 'utf8')).toBe(published);
  });

  it('is written through no link, and not made where a project has none', async () => {
    const { project, path, published } = await openEdited();
    const other = join(project.directory, 'other.json');
    await writeFile(other, published);
    await rm(path);
    await symlink(other, path);
    expect((await say(project, 'catalog', 'save')).said).toContain('Replace a link with a file');
    expect(await readFile(other, 'utf8')).toBe(published);
    await rm(path);
    await mkdir(path);
    expect((await say(project, 'catalog', 'save')).said).toContain('It is no file that this user');
    await rm(path, { recursive: true });
    const { exitCode, said } = await say(project, 'catalog', 'save');
    expect(exitCode).toBe(0);
    expect(said).not.toContain('for editors');
    await expect(stat(path)).rejects.toThrow();
  });
});
