import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Emulator } from '../../../../src/emulator/emulator.ts';
import { closeAfterFile } from '../../../support/opened.ts';
import { noBrowserReason, openBrowser } from '../../support/open-browser.ts';
import { type Caller, signIn, startEmulator } from '../../support/start-emulator.ts';
import { quickstartWorld } from '../../support/worlds.ts';
import { askSignInToken, makeLink } from './browse.ts';

// What only a browser can show: that the ends of the consent are what the other window gets, and that
// what must not run does not run. SPEC 4.4, 6.

/** What the sample application was told by other windows. */
type Told = readonly { readonly data: unknown; readonly origin: string }[];

const application = `<!doctype html><title>Application</title><script>
window.messages = [];
addEventListener('message', ({ data, origin }) => window.messages.push({ data, origin }));
</script>`;

const suite = noBrowserReason === null ? describe : describe.skip;

suite(`a consent in Chromium${noBrowserReason === null ? '' : ` (${noBrowserReason})`}`, () => {
  let browser: Browser;
  let context: BrowserContext;
  let emulator: Emulator;
  let caller: Caller;
  let service: string;
  let app: string;
  let id: string;
  let errors: string[];

  beforeAll(async () => {
    [browser, app] = await Promise.all([openBrowser(), serveApplication()]);
    emulator = await startEmulator({ world: quickstartWorld });
    service = (await emulator.listen()).url;
    const partner = await signIn(emulator);
    await partner.call('POST', '/v1.0/accounts', { Id: 'northwind', Name: 'Northwind' });
    caller = partner.inside('northwind');
  });

  beforeEach(async () => {
    const path = '/v1.0/connectors/Sample%20Mailer/install';
    const Name = `mailer ${expect.getState().currentTestName}`;
    id = String((await caller.call('POST', path, { Name })).body.Id);
    context = await browser.newContext();
    context.setDefaultTimeout(20_000);
    errors = [];
    context.on('console', (message) => {
      if (message.type() === 'error') errors.push(message.text());
    });
    context.on('weberror', (error) => errors.push(error.error().message));
  });

  afterEach(async () => {
    await context.close();
  });

  async function ask(more: Readonly<Record<string, string>> = {}): Promise<string> {
    const { Token: token } = await askSignInToken(caller);
    return `${service}${makeLink({ id, token, targetOrigin: app, ...more })}`;
  }

  async function isAuthenticated(): Promise<boolean> {
    return (await caller.call('GET', `/v1.0/account/connectors/${id}`)).body.Authenticated;
  }

  /** The window of an application, and the one that it opened with the link of a consent. */
  async function openFrom(origin: string, link: string): Promise<{ opener: Page; popup: Page }> {
    const opener = await context.newPage();
    await opener.goto(origin);
    const coming = context.waitForEvent('page');
    await opener.evaluate(`void window.open(${JSON.stringify(link)})`);
    return { opener, popup: await coming };
  }

  test('ends at targetOrigin where there is no message', async () => {
    const page = await context.newPage();
    await page.goto(await ask());
    expect(await page.title()).toBe('Sample sign-in');
    expect(await isAuthenticated()).toBe(false);
    await page.getByRole('button', { name: 'Allow' }).click();
    await page.waitForURL(`${app}/`);
    expect(await isAuthenticated()).toBe(true);
    expect(errors).toEqual([]);
  });

  test('may begin with a form that an application posts', async () => {
    const { Token: token } = await askSignInToken(caller);
    const page = await context.newPage();
    await page.goto(app);
    const inputs = Object.entries({ id, token, targetOrigin: app })
      .map(([name, value]) => `<input name="${name}" value="${value}">`)
      .join('');
    const action = `${service}/connectorauth/updateaccountconnectoroauth`;
    await page.setContent(
      `<form action="${action}" method="post">${inputs}<button>Connect</button></form>`,
    );
    await page.getByRole('button', { name: 'Connect' }).click();
    await page.getByRole('button', { name: 'Allow' }).click();
    await page.waitForURL(`${app}/`);
    expect(await isAuthenticated()).toBe(true);
  });

  test('posts the message to the window that opened it, and nothing in it runs', async () => {
    const callbackMessage = `{"done":true} </script><script>document.title="run"</script> <b>&amp;`;
    const { opener, popup } = await openFrom(app, await ask({ callbackMessage }));
    await popup.getByRole('button', { name: 'Allow' }).click();
    expect(await readMessages(opener)).toEqual([{ data: callbackMessage, origin: service }]);
    expect(await popup.title()).toBe('Signed in');
    expect(await isAuthenticated()).toBe(true);
    expect(errors).toEqual([]);
  });

  test('sends nothing to a window of another origin, even its opener', async () => {
    const other = await serveApplication();
    const { opener, popup } = await openFrom(other, await ask({ callbackMessage: 'done' }));
    await popup.getByRole('button', { name: 'Allow' }).click();
    await popup.getByRole('heading', { name: 'Signed in' }).waitFor();
    // What is posted now comes after all that was posted before.
    await popup.evaluate("window.opener.postMessage('later', '*')");
    expect((await readMessages(opener)).map(({ data }) => data)).toEqual(['later']);
  });

  test('that is denied shows so and changes nothing', async () => {
    const { opener, popup } = await openFrom(app, await ask({ callbackMessage: 'done' }));
    await popup.getByRole('button', { name: 'Deny' }).click();
    await popup.getByRole('heading', { name: 'Not signed in' }).waitFor();
    expect(await opener.evaluate<Told>('window.messages')).toEqual([]);
    expect(await isAuthenticated()).toBe(false);
  });

  test('does not begin with a token that was used or has expired', async () => {
    const page = await context.newPage();
    const link = await ask();
    await page.goto(link);
    const [used, late] = [await page.goto(link), await ask()];
    expect(used?.status()).toBe(403);
    emulator.control.advance('5m');
    expect((await page.goto(late))?.status()).toBe(403);
    await page.getByText('has expired').waitFor();
    expect(await isAuthenticated()).toBe(false);
  });
});

/** What an application was told, when it was told something. */
async function readMessages(page: Page): Promise<Told> {
  await page.waitForFunction('window.messages.length > 0');
  return page.evaluate<Told>('window.messages');
}

async function serveApplication(): Promise<string> {
  const server = createServer((_, response) => {
    response.writeHead(200, { 'Content-Type': 'text/html' });
    response.end(application);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closeAfterFile(() => {
    server.close();
    server.closeAllConnections();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
