import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { LIMITS, type Notice } from '@tidewaiter/contract';
import { displayTime } from '../../format/dates.js';
import { client } from '../../session/client.js';
import { Awaiting } from '../../ui/awaiting.js';
import { NothingHere } from '../../ui/nothing-here.js';
import { LoadFailure } from '../../ui/notice.js';
import { Page } from '../../ui/page.js';
import classes from './news.module.css';

const route = getRouteApi('/signed-in/news-details');

/** The operator's notices in full (/news-details). A link may be about one of them. */
export function NewsScreen() {
  const { notice: linked } = route.useSearch();
  const { data, error, refetch } = useQuery({
    queryKey: ['notices', 'all'],
    queryFn: ({ signal }) => client.noticeList({ numberOfRecords: LIMITS.notices }, { signal }),
  });

  function content() {
    if (error) return <LoadFailure error={error} onRetry={refetch} />;
    if (!data)
      return (
        <Awaiting
          shapes={[
            ['lines', 4],
            ['lines', 3],
          ]}
        />
      );
    if (data.noticeList.length === 0) {
      return (
        <NothingHere says="There is nothing new. Changes in the portal or in its data are announced here and on the dashboard.">
          <Link to="/coverage">See what is loaded, and how fresh it is</Link>
        </NothingHere>
      );
    }
    const isThere = linked === undefined || data.noticeList.some(({ id }) => id === linked);
    return (
      <>
        {!isThere && (
          <p className="soft readable" role="status">
            The notification of this link is no longer shown. These are the current ones.
          </p>
        )}
        <div className="grid gap-12">
          {data.noticeList.map((one) => (
            <NoticeText key={one.id} notice={one} isLinked={one.id === linked} />
          ))}
        </div>
      </>
    );
  }

  return (
    <Page title="Important Notification" lead="What changes in the portal and in its data, newest first.">
      {content()}
    </Page>
  );
}

/** Brings the notice that a link is about into view. */
const show = (element: HTMLElement | null) => element?.scrollIntoView({ block: 'center' });

function NoticeText({ notice: { title, body, createdDate }, isLinked }: { notice: Notice; isLinked: boolean }) {
  return (
    <article className={classes.notice} aria-current={isLinked || undefined} ref={isLinked ? show : undefined}>
      <div>
        <h2 className="text" dir="auto">
          {title}
        </h2>
        <time className="soft small" dateTime={createdDate}>
          {displayTime(createdDate)}
        </time>
      </div>
      {paragraphsOf(body).map(({ text, from }) => (
        <p key={from} dir="auto">
          {text}
        </p>
      ))}
    </article>
  );
}

/** A plain text's paragraphs, which empty lines part, with where each begins. */
function paragraphsOf(body: string): { text: string; from: number }[] {
  return [...body.matchAll(/\S[\s\S]*?(?=\n\s*\n|\s*$)/g)].map(({ 0: text, index }) => ({ text, from: index }));
}
