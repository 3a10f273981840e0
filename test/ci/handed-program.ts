import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { closeAfterFile } from '../support/opened.ts';
import { runInProcess } from '../support/run-in-process.ts';

type Handed = {
  readonly argv: readonly string[];
  readonly environment: Readonly<Record<string, string>>;
};

const client = `const { connect } = require('node:net');
const { text } = require('node:stream/consumers');
const { resolve } = require('node:path');
const [, , door, ...words] = process.argv;
const socket = connect(door);
const argv = words.map((word, at) => (words[at - 1] === '-C' ? resolve(word) : word));
socket.end(JSON.stringify({ argv, environment: process.env }));
text(socket).then((answer) => {
  const { exitCode, stdout, stderr } = JSON.parse(answer);
  process.stdout.write(stdout);
  process.stderr.write(stderr);
  process.exitCode = exitCode;
});`;

/**
 * Opens a program for scripts that hands its command line to this process, where the command runs:
 * its words, environment, output and exit code are those of the real one. Returns its variable.
 */
export async function openHandedProgram(): Promise<{ readonly CYCLECTL: string }> {
  const folder = await mkdtemp(join(tmpdir(), 'cyclectl-handed-'));
  const path = join(folder, 'client.cjs');
  await writeFile(path, client);
  const server = createServer({ allowHalfOpen: true }, (socket) => void answer(socket));
  const door = join(folder, 'door');
  await once(server.listen(door), 'listening');
  closeAfterFile(async () => {
    server.close();
    await rm(folder, { recursive: true });
  });
  return { CYCLECTL: `${process.execPath} ${path} ${door}` };
}

async function answer(socket: Socket): Promise<void> {
  const { argv, environment }: Handed = JSON.parse(await text(socket));
  const { exitCode, stdout, stderr } = await runInProcess(
    { directory: '.', environment },
    ...argv,
  ).catch((error: unknown) => ({ exitCode: 70, stdout: '', stderr: String(error) }));
  socket.end(JSON.stringify({ exitCode, stdout: toLines(stdout), stderr: toLines(stderr) }));
}

const toLines = (said: string) => (said === '' ? '' : `${said}\n`);
