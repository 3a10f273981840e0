import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { copyExample, type Project } from '../../../support/run-cyclectl.ts';
import { runInProcess } from '../../../support/run-in-process.ts';

let project: Project;
let reports: string;

beforeEach(async () => {
  project = await copyExample('quickstart');
  reports = join(project.directory, 'reports');
  await mkdir(reports);
});

const read = (name: string) => readFile(join(reports, name), 'utf8');

describe('cyclectl report', () => {
  it('writes a document in other formats, without a request', async () => {
    const wishes = ['json', 'text'].flatMap((format) => [
      '--report',
      `${format}=${join(reports, `report.${format}`)}`,
    ]);
    await runInProcess(project, 'plan', ...wishes);
    const document = join(reports, 'report.json');
    const again = join(reports, 'again.json');
    const reported = await runInProcess(project, 'report', document, '--report', `json=${again}`);
    expect(reported.exitCode).toBe(0);
    expect(`${reported.stdout}\n`).toBe(await read('report.text'));
    expect(await read('again.json')).toBe(await read('report.json'));
  });

  it.each(['cyclectl.yaml', 'world.yaml', 'nowhere.json', 'accounts'])(
    'refuses %s, which is none',
    async (name) => {
      const { exitCode, stderr } = await runInProcess(
        project,
        'report',
        join(project.directory, name),
      );
      expect(exitCode).toBe(1);
      expect(stderr).toMatch(/^error: .*report/);
    },
  );
});
