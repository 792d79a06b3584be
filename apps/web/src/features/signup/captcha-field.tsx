import { ActionIcon, Skeleton, TextInput } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import { useState } from 'react';
import { LoadFailure } from '../../ui/load-failure.js';
import classes from './sign-up.module.css';
import type { useCaptcha } from './use-sign-up.js';

interface CaptchaFieldProps {
  captcha: ReturnType<typeof useCaptcha>;
  value: string;
  error: string | undefined;
  onChange: (value: string) => void;
}

/** The captcha: digits in a picture, or the same check as a question in words, which needs no eyes. */
export function CaptchaField({ captcha, value, error, onChange }: CaptchaFieldProps) {
  const [inWords, setInWords] = useState(false);
  const { data } = captcha;

  function another() {
    if (captcha.isFetching) return;
    onChange('');
    void captcha.refetch();
  }

  function picture() {
    if (captcha.isError) return <LoadFailure error={captcha.error} onRetry={captcha.refetch} />;
    if (!data) return <Skeleton width={200} height={70} />;
    return inWords ? (
      <p>{data.question}</p>
    ) : (
      <img src={data.image} alt="Five digits. A question in words can be answered instead." width={200} height={70} />
    );
  }

  return (
    <fieldset className={classes.captcha}>
      <legend>Captcha</legend>
      <div className={classes.picture} aria-live="polite">
        {picture()}
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
      <TextInput
        label={inWords ? 'Your answer, in digits' : 'The digits in the picture'}
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
      <button type="button" className="linkButton" onClick={() => setInWords(!inWords)}>
        {inWords ? 'Show the picture instead' : 'Answer a question in words instead'}
      </button>
    </fieldset>
  );
}
