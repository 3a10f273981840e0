import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { describeRelease } from './describe-release.ts';

// node tools/release/run.ts TAG NOTES: checks that this commit can be released under a tag, writes the notes of the
// release to a file, and prints what the other steps of .github/workflows/release.yml need. It needs no package.

const [tag = '', notesFile = ''] = process.argv.slice(2);
const readJson = (path: string) => JSON.parse(readFileSync(path, 'utf8'));
const lock = readJson('package-lock.json');
try {
  const { version, npmTag, isPrerelease, majorTag, notes } = describeRelease({
    tag,
    versions: {
      'package.json': readJson('package.json').version,
      'package-lock.json': lock.version,
      'package-lock.json, the root': lock.packages[''].version,
    },
    changelog: readFileSync('CHANGELOG.md', 'utf8'),
    tags: execFileSync('git', ['tag', '--list', 'v*'], { encoding: 'utf8' }).split('\n'),
  });
  writeFileSync(notesFile, `${notes}\n`);
  process.stdout.write(
    `version=${version}\nnpm-tag=${npmTag}\nprerelease=${isPrerelease}\nmajor-tag=${majorTag ?? ''}\n`,
  );
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : error}\n`);
  process.exitCode = 1;
}
