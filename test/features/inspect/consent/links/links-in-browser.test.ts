import axe from 'axe-core';
import { describe, expect, it } from 'vitest';
import { noBrowserReason, openBrowser } from '../../../../emulator/support/open-browser.ts';
import { isSignedIn, listLinks, openLinkProject, startServe } from './open-link-project.ts';

const page = `{title: 'Verbinde {connector}', button: Weiter, done: 'Fertig <b>{account}</b>', color: '#f2c200', background: '#10202c'}`;

describe.skipIf(noBrowserReason !== null)('a link in Chromium', () => {
  it('signs a connector in with the texts and colors of the operator, at the width of a phone', async () => {
    const opened = await openLinkProject(`, page: ${page}`);
    const { project, proxy } = opened;
    const { said } = await startServe(opened);
    const [wait] = await listLinks(project);
    const browser = await openBrowser();
    const context = await browser.newContext({ viewport: { width: 360, height: 640 } });
    const errors: string[] = [];
    context.on('weberror', (error) => errors.push(error.error().message));
    const tab = await context.newPage();
    tab.on('console', (message) => {
      if (message.type() === 'error') errors.push(message.text());
    });
    await tab.goto(wait?.link ?? '');
    expect(await tab.getByRole('heading').innerText()).toBe('Verbinde mailer');
    const button = tab.getByRole('button', { name: 'Weiter' });
    const style = 'getComputedStyle(document.querySelector("button")).backgroundColor';
    expect(await tab.evaluate(style)).toBe('rgb(242, 194, 0)');
    await tab.evaluate(axe.source);
    const { violations } = (await tab.evaluate('axe.run()')) as { violations: { id: string }[] };
    expect(violations.map(({ id }) => id)).toEqual([]);
    expect(await tab.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
    await button.click();
    await tab.getByRole('button', { name: /allow/i }).click();
    await tab.waitForURL(`${proxy.origin}/`);
    // The texts of the operator are text, not markup.
    expect(await tab.getByRole('main').innerText()).toContain('Fertig <b>Northwind');
    expect(isSignedIn(project.emulator)).toBe(true);
    expect(errors).toEqual([]);
    expect(said.at(-1)).toMatch(/is signed in$/);
    await context.close();
  }, 60_000);
});
