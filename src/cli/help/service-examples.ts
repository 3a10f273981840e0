import type { Example } from './fleet-examples.ts';

/** Examples of commands that show or call what a service has. */
export const serviceExamples: Readonly<Record<string, readonly Example[]>> = {
  incidents: [
    ['Group errors of the last day', 'cyclectl incidents'],
    [
      'Show which contact each was about',
      'cyclectl incidents --select label=tier=enterprise --since 7d --record Contact.Id',
    ],
  ],
  transactions: [
    ['List runs of the last day', 'cyclectl transactions northwind/cycles/contacts'],
    [
      'List the steps of a run',
      'cyclectl transactions northwind/cycles/contacts 5f0c2f6e-6c1e-4d0f-8f5e-2b1d7c3a9e10',
    ],
  ],
  why: [
    ['Show what may cause errors', 'cyclectl why northwind/cycles/contacts'],
    ['Look back further', 'cyclectl why northwind/cycles/contacts --since 30d'],
  ],
  catalog: [
    ['List connectors', 'cyclectl catalog connectors'],
    ['Save the catalog for validate and editors', 'cyclectl catalog save'],
  ],
  'catalog connectors': [
    ['List all connectors', 'cyclectl catalog connectors'],
    ['List those of a vendor', 'cyclectl catalog connectors --search crm'],
  ],
  'catalog methods': [
    ['List methods of a connector', 'cyclectl catalog methods "Sample CRM"'],
    ['List those of a version', 'cyclectl catalog methods "Sample CRM" 2.0 --search contact'],
  ],
  'catalog templates': [
    ['List templates', 'cyclectl catalog templates'],
    ['Print one to paste into a manifest', 'cyclectl catalog templates "Orders to Files"'],
  ],
  'catalog save': [
    ['Save the catalog', 'cyclectl catalog save'],
    ['Fail in CI if it is out of date', 'cyclectl catalog save --check'],
  ],
  call: [
    [
      'Show a request without sending it',
      'cyclectl call northwind/connectors/crm "List changed contacts" --param modifiedSince=2026-11-01 --dry-run',
    ],
    [
      'Call a method, and keep its response',
      'cyclectl call northwind/connectors/files "List files" --out files.json',
    ],
  ],
  consent: [
    ['List connectors that wait for a person', 'cyclectl consent --list'],
    ['Open the sign-in of one', 'cyclectl consent northwind/connectors/mailer'],
    ['Print the link instead', 'cyclectl consent northwind/connectors/mailer --no-browser'],
    ['List them with links for customers', 'cyclectl consent --all -e prod'],
  ],
  'consent serve': [
    ['Answer links of customers', 'cyclectl consent serve -e prod --listen 127.0.0.1:8080'],
    [
      'Send them to your application afterwards',
      'cyclectl consent serve -e prod --return-to https://app.example/settings',
    ],
  ],
  'consent revoke': [
    ['Revoke the links of an account', 'cyclectl consent revoke northwind'],
    ['Revoke all links', 'cyclectl consent revoke --all'],
  ],
  verify: [
    ['Run all health checks', 'cyclectl verify'],
    ['Run those of some accounts', 'cyclectl verify --select account=north*'],
  ],
};
