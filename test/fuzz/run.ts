import { type ChildProcess, fork } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { execArgv, exit, stdout } from 'node:process';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { fuzzTargets } from './targets.ts';
import type { Word } from './work.ts';

// `npm run fuzz`: odd input for a given time, in one process per series. Kills a case above 5 s or
// 512 MB, and prints the command that repeats it.

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '1' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    target: { type: 'string' },
    case: { type: 'string' },
  },
});
const longestMs = 5000;
const mostBytes = 512 * 1024 * 1024;
const watchEachMs = 50;
/** A process is ended after so many, so that what the target itself gathers is not counted against a case. */
const stretch = 200;
const worker = fileURLToPath(new URL('./work.ts', import.meta.url));

type Stretch = { readonly name: string; readonly from: number; readonly to: number };
type Ended = { readonly next: number; readonly wrong: readonly string[] };

exit((await run()) ? 0 : 1);

async function run(): Promise<boolean> {
  const names = values.target === undefined ? [...fuzzTargets.keys()] : [values.target];
  const unknown = names.find((name) => !fuzzTargets.has(name));
  if (unknown !== undefined) {
    stdout.write(`There is no target ${unknown}: ${[...fuzzTargets.keys()].join(', ')}\n`);
    return false;
  }
  if (values.case !== undefined) {
    const from = Number(values.case);
    return tell(names[0] ?? '', await feed({ name: names[0] ?? '', from, to: from + 1 }));
  }
  const endMs = performance.now() + Number(values.minutes) * 60_000;
  const reached = new Map(names.map((name) => [name, 0]));
  let isWhole = true;
  while (performance.now() < endMs) {
    for (const name of names) {
      const from = reached.get(name) ?? 0;
      const ended = await feed({ name, from, to: from + stretch });
      reached.set(name, ended.next);
      isWhole = tell(name, ended) && isWhole;
      if (performance.now() >= endMs) break;
    }
  }
  const counts = [...reached].map(([name, count]) => `${name} ${count}`).join(', ');
  stdout.write(`Seed ${values.seed}. Cases: ${counts}.\n`);
  return isWhole;
}

function tell(name: string, { wrong }: Ended): boolean {
  for (const says of wrong) stdout.write(`\n${name}: ${says}\n`);
  return wrong.length === 0;
}

async function feed({ name, from, to }: Stretch): Promise<Ended> {
  const args = [name, values.seed, String(from), String(to)];
  const child = fork(worker, args, { execArgv: [...execArgv], stdio: ['ignore', 2, 2, 'ipc'] });
  const wrong: string[] = [];
  let at = from;
  let hasBegun = false;
  let isHeavy = false;
  let begunAtMs = performance.now();
  const note = (number: number, says: string) => {
    const repeat = `npm run fuzz -- --target ${name} --seed ${values.seed} --case ${number}`;
    wrong.push(`${says}\n  ${repeat}`);
  };
  child.on('message', (word: Word) => {
    if (word.kind === 'wrong') return note(word.number, word.says.join('\n'));
    at = word.number;
    hasBegun = true;
    begunAtMs = performance.now();
  });
  const watch = setInterval(() => {
    const isSlow = hasBegun && performance.now() - begunAtMs > longestMs;
    const bytes = readResidentBytes(child);
    if (!isSlow && bytes <= mostBytes) return;
    clearInterval(watch);
    isHeavy = !isSlow && at > from;
    if (!isHeavy)
      note(at, isSlow ? `took longer than ${longestMs} ms` : `took ${Math.round(bytes / 1e6)} MB`);
    child.kill('SIGKILL');
  }, watchEachMs);
  const ended = await new Promise<Ended>((resolve) => {
    child.on('exit', (code, signal) => {
      clearInterval(watch);
      if (code !== 0 && signal !== 'SIGKILL') note(at, `ended its process with ${code ?? signal}`);
      resolve({ next: code === 0 ? to : at + 1, wrong });
    });
  });
  if (!isHeavy) return ended;
  // Feeds the case again alone, because garbage of earlier cases counted against it.
  const alone = await feed({ name, from: at, to: at + 1 });
  return { next: alone.next, wrong: [...wrong, ...alone.wrong] };
}

/** Resident memory of a process; 0 if the system does not report it. */
function readResidentBytes({ pid }: ChildProcess): number {
  try {
    const [, kilobytes = '0'] =
      /^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
    return Number(kilobytes) * 1024;
  } catch (error) {
    if (error instanceof Error && 'code' in error) return 0;
    throw error;
  }
}
