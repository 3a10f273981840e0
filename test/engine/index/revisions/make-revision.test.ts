import { describe, expect, it } from 'vitest';
import { indexManifests } from '../../../../src/engine/index/index-manifests.ts';
import { makeRevision } from '../../../../src/engine/index/revisions/make-revision.ts';
import { openRevision } from '../../../../src/engine/index/revisions/open-revision.ts';
import { readDigest } from '../../../../src/engine/index/revisions/read-digest.ts';
import type { Files } from '../../../../src/model/ports.ts';
import { makeFiles } from '../../../support/values/read-manifests.ts';
import { blueprint, fleet, texts } from '../fleet-texts.ts';

const file = 'blueprints/sync.yaml';
const baseFile = 'blueprints/base.yaml';
const fleetFile = 'fleets/customers.yaml';
const cycleFile = 'cycles/contacts.cycle.json';

const base = `apiVersion: cyclectl/v1
kind: Blueprint
metadata: {name: base}
spec: {retention: {erroredHours: 24}}
`;

const all: Readonly<Record<string, string>> = {
  ...texts,
  [file]: blueprint
    .replace('spec:\n', 'spec:\n  base: base\n')
    .replace('from: {template: Contacts}', `from: {file: ${cycleFile}}`),
  [baseFile]: base,
  [cycleFile]: '{"cycle": 1}',
};

/** A project whose files can be changed while it is read. */
async function openProject() {
  const changed = new Map<string, string>();
  const before = makeFiles(all);
  const files: Files = {
    ...before,
    read: (path, ...bounds) => {
      const text = changed.get(path);
      return text === undefined
        ? before.read(path, ...bounds)
        : Promise.resolve({ ok: true, text });
    },
  };
  const { index, project } = await indexManifests(files);
  const found = index.accounts.find(({ layering }) => layering?.fleet != null)?.layering?.fleet;
  if (found == null || project === null) throw new Error('no fleet');
  return { files, changed, fleet: found, environments: project.environments };
}

describe('a revision', () => {
  it('has the digest of its texts', async () => {
    const project = await openProject();
    const revision = await makeRevision(project.files, project.fleet);
    expect(Object.keys(revision.files).sort()).toEqual(
      [baseFile, file, cycleFile, fleetFile].sort(),
    );
    expect(readDigest(revision)).toBe(revision.digest);
    const opened = await openRevision(revision, project);
    expect(opened).not.toHaveProperty('diagnostics');
  });

  it.each([
    [file, blueprint.replace('timezone', 'timeZone')],
    [file, blueprint.slice(0, 40)],
    [baseFile, base.replace('24', '48')],
    [fleetFile, fleet.replace('successHours: 24', 'successHours: 48')],
  ])('is not made where %s changed since the project was read', async (path, text) => {
    const { files, changed, fleet: read } = await openProject();
    changed.set(path, text);
    await expect(makeRevision(files, read)).rejects.toMatchObject({
      message: expect.stringContaining(path),
      remedy: expect.stringContaining('Run the command again'),
    });
  });

  it('has a cycle file as it was read once, whatever follows', async () => {
    const { files, changed, fleet: read } = await openProject();
    const reading: Files = {
      ...files,
      read: async (path, ...bounds) => {
        const found = await files.read(path, ...bounds);
        if (path === cycleFile) changed.set(cycleFile, '{"cycle": 2}');
        return found;
      },
    };
    const revision = await makeRevision(reading, read);
    expect(revision.files[cycleFile]).toBe('{"cycle": 1}');
    expect(readDigest(revision)).toBe(revision.digest);
  });

  it.each([file, baseFile, fleetFile, cycleFile])(
    'is refused as damaged where the store has another text of %s',
    async (path) => {
      const project = await openProject();
      const revision = await makeRevision(project.files, project.fleet);
      const text = (revision.files[path] ?? '').replace(/24|15m|1}/, '7');
      const opened = await openRevision(
        { ...revision, files: { ...revision.files, [path]: text } },
        project,
      );
      expect(opened).toEqual({
        diagnostics: [
          expect.objectContaining({
            code: 'revision-unusable',
            summary: expect.stringContaining('is damaged in the store'),
            remedy: 'Admit the newest revision: cyclectl rollout open customers',
          }),
        ],
      });
    },
  );
});
