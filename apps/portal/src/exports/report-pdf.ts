/** Prints reports by a Chromium of the system, where the operator names one: the sheet is the screen, so that nothing is drawn a second way. */
import type { User } from '@tidewaiter/accounts';
import { PortalError, REPORT_ENDPOINTS, type ReportPaper, type SharedReport } from '@tidewaiter/contract';
import pLimit from 'p-limit';

/** A report as its reader may be told it. */
type Told = Omit<SharedReport, 'note' | 'endsDate'>;

/** What a page asks of the portal that it is of. */
interface Asked {
  method: string;
  path: string;
  headers: Record<string, string>;
  body: string | null;
}

/** Answers it without a network between. */
export type AnswerPage = (asked: Asked) => Promise<{ status: number; headers: Record<string, string>; body: Buffer }>;

/** How long a sheet may take, in milliseconds: a report of sixty blocks takes a few seconds. */
const LONGEST_MS = 60_000;

/** A browser takes some 200 MB. */
const oneByOne = pLimit(1);

const FOOT = `<div style="width:100%;padding:0 12mm;font:8px sans-serif;color:#555;display:flex;justify-content:space-between">
<span class="title"></span><span><span class="pageNumber"></span> / <span class="totalPages"></span></span></div>`;

/** What may be printed on, and how wide that is between its margins, in CSS pixels. */
const PAPERS = { A4: { format: 'A4', width: 703 }, LETTER: { format: 'Letter', width: 725 } } as const;

/** Higher than a report of sixty blocks: what is in view is drawn. */
const TALL = 200_000;

interface Sheet {
  /** Whose way of writing numbers it has. */
  user: Pick<User, 'numberSystem'>;
  paper: ReportPaper;
}

/** Prints reports for a portal that people reach at `publicUrl`, where the links of a sheet lead. */
export class ReportPrinter {
  constructor(
    private readonly browser: string | undefined,
    private readonly publicUrl: string,
    private readonly answer: AnswerPage,
  ) {}

  get isThere(): boolean {
    return this.browser !== undefined;
  }

  /**
   * A report as PDF: text, tagged structure, links and charts as they are on the screen, with page numbers.
   *
   * @throws PortalError NO_PDF where there is no browser to make it
   */
  async print(report: Told, { user, paper }: Sheet, signal: AbortSignal): Promise<Buffer> {
    const { browser } = this;
    if (browser === undefined) throw new PortalError('NO_PDF');
    return oneByOne(async () => {
      signal.throwIfAborted();
      const { chromium } = await import('playwright-core');
      const running = await chromium.launch({ executablePath: browser, timeout: LONGEST_MS });
      const stop = () => void running.close();
      signal.addEventListener('abort', stop);
      try {
        const locale = user.numberSystem === 'INDIAN' ? 'en-IN' : 'en-US';
        const { format, width } = PAPERS[paper];
        const viewport = { width, height: TALL };
        const page = await running.newPage({ serviceWorkers: 'block', colorScheme: 'light', locale, viewport });
        page.setDefaultTimeout(LONGEST_MS);
        await this.#answerAll(page, { ...report, note: '', endsDate: new Date().toISOString() });
        await page.goto(new URL('/shared-report', this.publicUrl).href);
        await page.locator('main [data-report]').waitFor();
        // Until nothing is on its way any more, and every chart is drawn.
        await page.locator('main :is([aria-busy="true"], [data-awaited])').first().waitFor({ state: 'detached' });
        for (const chart of await page.locator('main [role="img"]').all())
          await chart.locator('svg path').first().waitFor({ state: 'attached' });
        return await page.pdf({
          format,
          ...{ tagged: true, outline: true, printBackground: true },
          ...{ displayHeaderFooter: true, headerTemplate: '<span></span>', footerTemplate: FOOT },
          margin: { top: '14mm', bottom: '16mm', left: '12mm', right: '12mm' },
        });
      } finally {
        signal.removeEventListener('abort', stop);
        await running.close();
      }
    });
  }

  /** Gives the page its report, and all else from this portal: nothing that it holds leads a browser of ours to another place. */
  async #answerAll(page: import('playwright-core').Page, report: SharedReport): Promise<void> {
    const { origin } = new URL(this.publicUrl);
    await page.route('**/*', async (route) => {
      const asked = route.request();
      const url = new URL(asked.url());
      if (url.origin !== origin) return route.abort();
      if (url.pathname.endsWith(REPORT_ENDPOINTS.sharedReport.path)) return route.fulfill({ json: report });
      const path = url.pathname + url.search;
      return route.fulfill(
        await this.answer({ method: asked.method(), path, headers: asked.headers(), body: asked.postData() }),
      );
    });
  }
}
