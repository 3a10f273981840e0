import { once } from 'node:events';
import { cp, mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { execa } from 'execa';
import { request } from 'undici';

// `npm start`: a tour with the real commands on the emulator, in a copy of the quickstart. Each
// step prints its purpose and the command to repeat it.

const home = fileURLToPath(new URL('..', import.meta.url));
const programPath = join(home, 'bin/cyclectl.js');
const quickstart = join(home, 'examples/quickstart');

const place = await mkdtemp(join(tmpdir(), 'cyclectl-tour-'));
await cp(quickstart, place, { recursive: true, filter: (path) => !path.includes('.cyclectl') });
say(`A copy of examples/quickstart is in ${place}`);

await step('Check every manifest, offline.', ['validate']);
await step('See what apply would do. Nothing exists yet.', ['plan']);
await step('Apply the plan.', ['apply', '--yes']);
await step('Plan again: there is nothing to do.', ['plan', '--exit-code']);

const manifest = join(place, 'accounts/northwind.yaml');
await edit('A mapping of the running cycle is edited', manifest, [
  '{step: Get contact, field: Name}',
  '{step: List changed contacts, field: Contact.LastName}',
]);
await plantTransactions();
await step('Plan the edit, with two transactions in flight.', ['plan', '--exit-code'], 2);
await step('Pause, drain, edit and restart the cycle.', ['apply', '--yes']);

await step('A colleague changes a time zone in the console.', [
  'emulator',
  'request',
  'PUT',
  '/v1.0/accounts/northwind-8812',
  '{"Timezone":"Europe/London"}',
]);
await step('Detect exactly that drift; the exit code is 2.', ['drift'], 2);
say(`End of the tour. Continue with: npx cyclectl -C ${place} plan`);

async function step(does: string, args: readonly string[], expected = 0): Promise<void> {
  const shown = args.map((arg) => (/^[\w./:=-]+$/.test(arg) ? arg : `'${arg}'`)).join(' ');
  say(`\n# ${does}   $ npx cyclectl -C ${place} ${shown}`);
  const run = await execa(process.execPath, [programPath, '-C', place, ...args], {
    stdio: 'inherit',
    reject: false,
  });
  if (run.exitCode === expected) return;
  say(`The command ended with ${run.exitCode ?? run.signal ?? 'nothing'}, expected ${expected}.`);
  process.exit(1);
}

async function edit(does: string, file: string, [before, after]: readonly [string, string]) {
  const text = await readFile(file, 'utf8');
  if (!text.includes(before)) throw new Error(`${file} has no ${before} to edit`);
  say(`\n# ${does}, in ${file}:\n- ${before}\n+ ${after}`);
  await writeFile(file, text.replace(before, after));
}

// Adds transactions by the control port, because cycles do not run by themselves here.
async function plantTransactions(): Promise<void> {
  const args = [
    'emulator',
    '--world',
    join(place, 'world.yaml'),
    '--data',
    join(place, '.cyclectl/local/service'),
    '--control',
  ];
  say(
    `\n# Start two transactions of it through the control port.   $ npx cyclectl ${args.join(' ')}`,
  );
  // Collect its output, because its end message would look like a failure here.
  const server = execa(process.execPath, [programPath, ...args], { reject: false });
  const lines = createInterface({ input: server.stdout });
  const line = await Promise.race([
    once(lines, 'line').then(([text]) => String(text)),
    server.then(({ stderr }) => Promise.reject(new Error(`The server did not start: ${stderr}`))),
  ]);
  const { url } = JSON.parse(line) as { url: string };
  const cycle = await findCycle(url);
  const body = JSON.stringify({ cycle, count: 2, lastsMs: 5000 });
  say(`$ curl --json '${body}' ${url}/__control/transactions`);
  await request(`${url}/__control/transactions`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body,
  });
  server.kill('SIGTERM');
  await server;
}

type Dumped = {
  readonly accounts: readonly {
    readonly cycles: readonly { readonly id: string; readonly name: string }[];
  }[];
};

async function findCycle(url: string): Promise<string> {
  const { body } = await request(`${url}/__control/dump`);
  const dump = (await body.json()) as Dumped;
  const cycles = dump.accounts.flatMap((account) => account.cycles);
  const found = cycles.find((cycle) => cycle.name === 'Contacts to files');
  if (found === undefined) throw new Error('The dump has no cycle "Contacts to files"');
  return found.id;
}

function say(text: string): void {
  process.stdout.write(`${text}\n`);
}
