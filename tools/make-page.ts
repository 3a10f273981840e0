import { deliverGenerated } from './generate/deliver-generated.ts';
import { makePageModule } from './generate/make-page-module.ts';

// The page of a report is written as a program and a style of its own; what reports carry of them is one module,
// with the hashes by which a browser runs these and nothing else.

await deliverGenerated(
  [{ path: 'src/reports/html/page.generated.ts', text: await makePageModule() }],
  process.argv.slice(2),
);
