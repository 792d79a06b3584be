import { ActionIcon, Loader, TextInput } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import { Held } from '../../ui/awaiting.js';
import { LoadFailure, Notice } from '../../ui/notice.js';
import { type useCaptcha, useProof } from './sign-up-calls.js';

interface CaptchaFieldProps {
  captcha: ReturnType<typeof useCaptcha>;
  value: string;
  error: string | undefined;
  onChange: (value: string) => void;
}

/**
 * The captcha: work that the browser does by itself, which asks nothing of the person; where the page did not come securely, a question
 * in words, which needs neither eyes nor a pointer.
 */
export function CaptchaField({ captcha, value, error, onChange }: CaptchaFieldProps) {
  const proof = useProof(captcha.data);
  const { data } = captcha;

  function another() {
    if (captcha.isFetching) return;
    onChange('');
    void captcha.refetch();
  }

  function content() {
    if (captcha.isError) return <LoadFailure error={captcha.error} onRetry={captcha.refetch} />;
    if (data?.question === undefined) return work();
    return (
      <div className="flex items-end gap-8">
        <TextInput
          className="flex-1"
          label="Your answer, in digits"
          description={data.question}
          name="captcha"
          autoComplete="off"
          inputMode="numeric"
          maxLength={16}
          required
          withAsterisk={false}
          value={value}
          error={error}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
        <ActionIcon
          variant="subtle"
          color="gray"
          size={32}
          title="Another captcha"
          aria-label="Another captcha"
          aria-busy={captcha.isFetching}
          onClick={another}
        >
          <IconRefresh size={18} stroke={1.6} aria-hidden />
        </ActionIcon>
      </div>
    );
  }

  function work() {
    if (proof.isError) return <LoadFailure error={proof.error} onRetry={another} />;
    if (!data) return <Held height={24} />;
    return (
      <>
        {error !== undefined && <Notice kind="wrong">{error}</Notice>}
        <p role="status" className="row gap-8 min-h-24 m-0">
          {proof.isSuccess
            ? 'Your browser has solved the captcha.'
            : 'Your browser is solving the captcha. You need not do anything.'}
          {proof.isPending && <Loader size={14} aria-hidden />}
        </p>
      </>
    );
  }

  return (
    <fieldset className="surface grid gap-8 m-0 p-12-16">
      <legend className="soft small medium">Captcha</legend>
      {content()}
    </fieldset>
  );
}
