import { deliverGenerated } from './generate/deliver-generated.ts';
import { makePageModule } from './generate/make-page-module.ts';

// Builds script and style of the report page into one module, with hashes so that a browser runs
// nothing else.

await deliverGenerated(
  [{ path: 'src/reports/html/page.generated.ts', text: await makePageModule() }],
  process.argv.slice(2),
);
