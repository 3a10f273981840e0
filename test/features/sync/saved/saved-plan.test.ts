import { createHash } from 'node:crypto';
import { copyFile, readFile, rename, stat, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { openFingerprintKey, openSigner } from '../../../../src/secrets/fingerprint-key.ts';
import { put } from '../../../emulator/support/start-emulator.ts';
import {
  copyExample,
  copyProject,
  openRemoteProject,
  type Project,
  readProjectFile,
} from '../../../support/run-cyclectl.ts';
import { startInProcess } from '../../../support/run-in-process.ts';
import { openConsoleUser } from '../../../worlds/console/console-user.ts';
import { findDumped } from '../../../worlds/console/dumped.ts';

// A saved plan as a contract, by the command line: what it is bound to, and what breaks it.

/** The quickstart with a plan of all of it in plan.json, to be copied. */
let planned: Project;

beforeAll(async () => {
  planned = await copyExample('quickstart');
  await say(planned, 'plan', '--out', at(planned, 'plan.json'));
}, 60_000);

function at({ directory }: Project, name: string): string {
  return join(directory, name);
}

async function say(project: Project, ...args: readonly string[]) {
  const { exitCode, stdout, stderr } = await startInProcess(project, ...args).ended;
  expect(stderr, 'a stack trace').not.toMatch(/^\s+at .+:\d+:\d+\)?$/m);
  return { exitCode, text: `${stdout}\n${stderr}`.replaceAll(/\s+/g, ' '), stdout };
}

/** Applies a plan of this text; what it says where it is refused. */
async function refusal(project: Project, text: string, ...args: readonly string[]) {
  await writeFile(at(project, 'other.json'), text);
  const { exitCode, text: says } = await say(project, 'apply', at(project, 'other.json'), ...args);
  expect(exitCode).toBe(1);
  return says;
}

function digest(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

/** The text with a digest that fits it again, as anybody can make it. */
function withDigest(text: string): string {
  const body = text.slice(text.indexOf('"format"'), text.indexOf('"digest"'));
  return text.replace(/"digest":"[0-9a-f]+"/, `"digest":"${digest(body)}"`);
}

/** The text with a seal that fits it again, as only who has the key can make it. */
async function withSignature(project: Project, text: string): Promise<string> {
  const path = at(project, '.cyclectl/local/secret.key');
  const signer = openSigner(await openFingerprintKey({ kind: 'file', path }), 'seal');
  const seal = signer.sign(digest(text.slice(0, text.indexOf('"seal"'))));
  return text.replace(/"seal":".+"/, `"seal":"${seal}"`);
}

describe('a plan file', () => {
  it('is for its owner alone, also where another file was there before', async () => {
    const path = at(planned, 'plan.json');
    expect((await stat(path)).mode & 0o777).toBe(0o600);
    await copyFile(path, at(planned, 'open.json'));
    await say(planned, 'plan', '--out', at(planned, 'open.json'));
    expect((await stat(at(planned, 'open.json'))).mode & 0o777).toBe(0o600);
  }, 60_000);

  it('is not written through a link', async () => {
    await writeFile(at(planned, 'kept.json'), '');
    await symlink(at(planned, 'kept.json'), at(planned, 'link.json'));
    await expect(say(planned, 'plan', '--out', at(planned, 'link.json'))).resolves.toMatchObject({
      exitCode: 1,
      text: expect.stringContaining('link.json is a link to another file'),
    });
    expect(await readFile(at(planned, 'kept.json'), 'utf8')).toBe('');
  }, 60_000);

  it('is refused where anything of it is another, be its digest made to fit or not', async () => {
    const text = await readFile(at(planned, 'plan.json'), 'utf8');
    const changed = text.replaceAll('"Northwind Traders"', '"Northwind Raiders"');
    expect(changed).not.toBe(text);
    expect(await refusal(planned, changed)).toContain('its digest does not match [plan-invalid]');
    const fitted = withDigest(changed);
    expect(await refusal(planned, fitted)).toContain('its signature does not match [plan-seal]');
    const younger = text.replace(/"createdAt":"[^"]+"/, '"createdAt":"2030-01-01T00:00:00Z"');
    expect(await refusal(planned, younger)).toContain('[plan-seal]');
    const bare = text.replace(/,\n"seal":.*\n/, '\n');
    expect(await refusal(planned, bare)).toContain('it has no signature [plan-invalid]');
    const other = text.replace(/"seal":"[0-9a-f]+:/, '"seal":"01234567:');
    expect(await refusal(planned, other)).toContain('signed with another key');
    const elsewhere = withDigest(text.replace('"address":"world.yaml"', '"address":"live.yaml"'));
    expect(await refusal(planned, elsewhere)).toContain('[plan-elsewhere]');
  }, 60_000);

  it('is refused as data too', async () => {
    const text = await readFile(at(planned, 'plan.json'), 'utf8');
    await writeFile(at(planned, 'other.json'), text.replace(/"seal":"[^:]+:.{8}/, '$&ff'));
    const { stdout } = await say(planned, '--format', 'json', 'apply', at(planned, 'other.json'));
    expect(stdout).toContain('other.json: The plan was changed after it was signed');
    expect(JSON.parse(stdout)).toMatchObject({
      kind: 'apply',
      run: { notBegun: 'refused', diagnostics: [{ code: 'plan-seal' }] },
    });
  }, 60_000);

  it('is no more than a sentence where it is no plan at all, however it is made', async () => {
    const text = await readFile(at(planned, 'plan.json'), 'utf8');
    const deep = `"target":${'['.repeat(30_000)}${']'.repeat(30_000)},`;
    const strange = [
      '',
      '\u0000\u0001\ufffd',
      `{\n"envelope":${'['.repeat(200_000)}`,
      text.replace(/^"target":.*$/m, deep),
      `${text.slice(0, text.indexOf('"accounts"'))}${'x'.repeat(17 * 1024 * 1024)}`,
      text.slice(0, -40),
      `${text}${text}`,
    ];
    for (const each of strange) {
      expect(await refusal(planned, each)).toMatch(/is (?:no|not a)(?: valid)? plan|not one/);
    }
  }, 60_000);
});

describe('the age of a plan', () => {
  it('is bounded by --max-age', async () => {
    const text = await readFile(at(planned, 'plan.json'), 'utf8');
    const made = async (createdAt: string) =>
      withSignature(planned, text.replace(/"createdAt":"[^"]+"/, `"createdAt":"${createdAt}"`));
    const hourAgo = new Date(Date.now() - 3_660_000).toISOString();
    expect(await refusal(planned, await made(hourAgo), '--max-age', '1h')).toContain(
      '1h 1m ago, but --max-age allows 1h [plan-too-old]',
    );
    const tomorrow = new Date(Date.now() + 86_400_000).toISOString();
    expect(await refusal(planned, await made(tomorrow), '--max-age', '1h')).toMatch(
      /was made at .+, but the time here is .+ \[plan-too-old\]/,
    );
    expect(await refusal(planned, await made('yesterday'), '--max-age', '1h')).toContain(
      'it has no valid creation time [plan-invalid]',
    );
    expect(await refusal(planned, text, '--max-age', 'soon')).toContain('Write a duration');
    const { exitCode, text: says } = await say(planned, 'apply', '--yes', '--max-age', '1h');
    expect(exitCode).toBe(1);
    expect(says).toContain('--max-age needs a saved plan, and none is given');
  }, 60_000);
});

describe('an environment of saved plans alone', () => {
  it('takes no other apply, also with --yes, and says what to run', async () => {
    const project = await copyProject(planned);
    await project.edit(
      'cyclectl.yaml',
      'service: {emulator',
      'protect: {savedPlanOnly: true}\n      service: {emulator',
    );
    const { exitCode, text } = await say(project, 'apply', '--yes', '--select', 'account=contoso');
    expect(exitCode).toBe(1);
    expect(text).toContain(
      'local accepts only saved plans (protect.savedPlanOnly) [saved-plan-only]',
    );
    expect(text).toContain('-e local --select account=contoso --out plan.json');
    expect(text).toMatch(/then run: cyclectl apply .*plan\.json/);
    const reported = await say(project, '--format', 'json', 'apply', '--yes');
    expect(JSON.parse(reported.stdout)).toMatchObject({
      run: { notBegun: 'refused', diagnostics: [{ code: 'saved-plan-only' }] },
      accounts: [],
    });
    const bare = await say(project, 'apply');
    expect([bare.exitCode, bare.text]).toEqual([1, expect.stringContaining('saved-plan-only')]);
    expect((await say(project, 'history')).text).toContain('No past applies');
    // The plan was made before it said so, and is one that was saved.
    const saved = await say(project, 'apply', at(project, 'plan.json'), '--max-age', '1h');
    expect(saved.exitCode).toBe(0);
  }, 60_000);
});

it('holds after a comment, another order, other quotes and another file in Git', async () => {
  const project = await copyProject(planned);
  await project.edit(
    'accounts/northwind.yaml',
    'timezone: Europe/Berlin',
    '# where they are\n  timezone: "Europe/Berlin"',
  );
  await project.edit(
    'accounts/northwind.yaml',
    'auth: {apiKey: {file: secrets/northwind-crm-key.not-a-secret}}\n      properties: {region: eu}',
    "properties: {'region': eu}\n      auth: {apiKey: {file: secrets/northwind-crm-key.not-a-secret}}",
  );
  await rename(at(project, 'accounts/contoso.yaml'), at(project, 'accounts/renamed.yaml'));
  const { exitCode, text } = await say(project, 'apply', at(project, 'plan.json'));
  expect(text).not.toContain('plan-stale');
  expect(exitCode).toBe(0);
}, 60_000);

it('refuses the account that moved, with what was and what is, and does the others', async () => {
  const project = await openRemoteProject();
  await say(project, 'apply', '--yes');
  await project.edit('accounts/northwind.yaml', 'Europe/Berlin', 'UTC');
  await project.edit('accounts/contoso.yaml', 'displayName: Contoso', 'displayName: Contoso Ltd');
  const plan = at(project, 'plan.json');
  await say(project, 'plan', '--out', plan);
  const person = (await openConsoleUser(project.emulator)).caller.inside('northwind-8812');
  await put(person, '/accounts/northwind-8812', { Timezone: 'Asia/Kolkata', Name: 'By hand' });
  const { exitCode, text } = await say(project, 'apply', plan);
  expect(exitCode).toBe(3);
  expect(text).toContain('northwind/timezone: was "Europe/Berlin", is "Asia/Kolkata"');
  expect(text).toContain('northwind/displayName: was "Northwind Traders", is "By hand"');
  expect(findDumped(project.emulator, 'northwind-8812')).toMatchObject({
    timezone: 'Asia/Kolkata',
  });
  expect(findDumped(project.emulator, 'contoso.example')).toMatchObject({ name: 'Contoso Ltd' });
  await project.write('secrets/northwind-crm-key.not-a-secret', 'planned-not-a-secret');
  await say(project, 'plan', '--out', plan);
  await project.write('secrets/northwind-crm-key.not-a-secret', 'rotated-not-a-secret');
  const rotated = await say(project, 'apply', plan);
  expect(rotated.exitCode).toBe(1);
  expect(rotated.text).toContain(
    'the secret secrets/northwind-crm-key.not-a-secret (northwind/connectors/crm/auth) has another value',
  );
  expect(rotated.text).not.toContain('rotated-not-a-secret');
  expect(await readFile(plan, 'utf8')).not.toContain('planned-not-a-secret');
}, 60_000);

it('deletes no cycle that others changed since, also where it runs as before', async () => {
  const project = await openRemoteProject();
  await say(project, 'apply', '--yes');
  const written = await readProjectFile(project, 'accounts/contoso.yaml');
  const without = written.replace(/\n {2}cycles:[\s\S]*$/, '\n  cycles: {}\n');
  await project.write('accounts/contoso.yaml', without);
  const plan = at(project, 'plan.json');
  await say(project, 'plan', '--allow-deletes', '1', '--out', plan);
  const person = (await openConsoleUser(project.emulator)).caller.inside('contoso.example');
  const [cycle] = findDumped(project.emulator, 'contoso.example')?.cycles ?? [];
  await put(person, `/cycles/${cycle?.id}/deactivate`, {});
  await put(person, `/cycles/${cycle?.id}`, { Name: 'By hand' });
  await put(person, `/cycles/${cycle?.id}/activate`, {});
  const { exitCode, text } = await say(project, 'apply', plan);
  expect(exitCode).toBe(1);
  expect(text).toContain('contoso/cycles/orders-in/displayName: was "Orders in", is "By hand"');
  expect(findDumped(project.emulator, 'contoso.example')?.cycles ?? []).toHaveLength(1);
}, 60_000);
