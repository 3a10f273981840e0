import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import packageJson from '../../../package.json' with { type: 'json' };
import { describeRelease } from '../../../tools/release/describe-release.ts';

const changelog = `# Changelog

## Unreleased

## 1.1.0 (2027-01-01)

### Added

- A thing.

## 1.0.0

- The first.

## 1.0.0-rc.1

- A candidate.
`;

const describe = (tag: string, tags: readonly string[] = []) =>
  describeRelease({ tag, versions: { 'package.json': tag.slice(1) }, changelog, tags });

it('a candidate is for who asks for the next version, and moves no tag', () => {
  expect(describe('v1.0.0-rc.1', ['v0.9.0'])).toEqual({
    version: '1.0.0-rc.1',
    npmTag: 'next',
    isPrerelease: true,
    majorTag: null,
    notes: '- A candidate.',
  });
});

it('a stable version is the latest one, and moves the tag of its major version', () => {
  expect(describe('v1.1.0', ['v1.0.0', 'v1.1.0-rc.1', 'v1.1.0', 'v2.0.0-rc.1', 'v1'])).toEqual({
    version: '1.1.0',
    npmTag: 'latest',
    isPrerelease: false,
    majorTag: 'v1',
    notes: '### Added\n\n- A thing.',
  });
});

it('a fix of an earlier version takes nothing from a later one', () => {
  expect(describe('v1.1.0', ['v2.0.0'])).toMatchObject({ npmTag: 'latest-1', majorTag: 'v1' });
  expect(describe('v1.0.0', ['v1.10.0'])).toMatchObject({ npmTag: 'latest-1', majorTag: null });
});

it.each([
  ['main', {}, 'main is no tag of a release: write vX.Y.Z or vX.Y.Z-rc.N'],
  ['v1.0', {}, 'v1.0 is no tag of a release'],
  ['v1.0.0-beta', {}, 'v1.0.0-beta is no tag of a release'],
  ['v1.0.0', { versions: { a: '1.0.1' } }, 'a says 1.0.1, the tag says 1.0.0'],
  ['v1.2.0', {}, 'CHANGELOG.md has no section 1.2.0, or an empty one'],
  [
    'v1.0.0',
    { changelog: changelog.replace('## Unreleased\n', '## Unreleased\n\n- A line.\n') },
    'CHANGELOG.md has lines under Unreleased: move them under 1.0.0',
  ],
])('%s %j is refused', (tag, other, said) => {
  const inputs = { tag, versions: {}, changelog, tags: [], ...other };
  expect(() => describeRelease(inputs)).toThrow(said);
});

it('each file that says the version says that of package.json', () => {
  const { version } = packageJson;
  const read = (path: string) => readFileSync(path, 'utf8');
  const lock = JSON.parse(read('package-lock.json'));
  expect([lock.version, lock.packages[''].version]).toEqual([version, version]);
  expect(read('README.md')).toContain(`Version ${version}`);
  expect(read('CHANGELOG.md')).toContain(`\n## ${version}\n`);
});
