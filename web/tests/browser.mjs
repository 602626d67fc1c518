// The browser of the tests: Debian's Chromium without a window, drawing by software.
import { chromium } from 'playwright-core';

export const CHROMIUM = process.env.SCREE_CHROMIUM || '/usr/bin/chromium';

const FLAGS = [
  '--no-sandbox', '--use-angle=swiftshader', '--enable-unsafe-swiftshader', '--ignore-gpu-blocklist', '--disable-quic',
  '--no-first-run', '--disable-background-networking', '--disable-component-update', '--disable-sync',
];

export const launch = () => chromium.launch({ executablePath: CHROMIUM, headless: true, args: FLAGS });

/**
 * A page whose console errors and uncaught exceptions are collected.
 * @param {import('playwright-core').Browser} browser
 */
export async function newPage(browser, options = {}) {
  const context = await browser.newContext({ viewport: { width: 900, height: 560 }, ...options });
  const page = await context.newPage();
  const problems = [];
  page.on('console', (message) => { if (message.type() === 'error') problems.push(message.text()); });
  page.on('pageerror', (error) => problems.push(String(error)));
  return { page, problems, close: () => context.close() };
}
