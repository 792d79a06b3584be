import { Anchor } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { siteSettings } from '../../session/site-settings.js';
import { Mark } from '../../ui/mark.js';

/** Where the site says that it is closed for a while (SPEC 2). */
export function MaintenanceScreen() {
  const { data, isPending, isError } = useQuery(siteSettings);
  const title = data?.inMaintenance ? 'We will be back shortly' : 'The portal is open';
  const text = isError
    ? 'The portal does not answer at the moment. Please try again in a while.'
    : data?.message || 'No maintenance is under way.';
  return (
    <main className="grid justify-items-start gap-24 m-auto p-24 readable">
      <title>Maintenance · Tidewaiter</title>
      <Mark size={32} />
      {!isPending && (
        <div role="status">
          <h1>{isError ? 'No answer' : title}</h1>
          <p className="soft anywhere mt-8">{text}</p>
        </div>
      )}
      <Anchor component={Link} to="/">
        Back to Home
      </Anchor>
    </main>
  );
}
