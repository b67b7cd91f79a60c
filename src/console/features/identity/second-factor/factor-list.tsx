import { useQueryClient } from '@tanstack/react-query';
import { Button, Flex, Typography } from 'antd';
import { useState } from 'react';
import type { SecondFactor } from '../../../../shared/second-factor.ts';
import { CallButton, DialogButton } from '../../../components/buttons.tsx';
import { ItemList } from '../../../components/item-list.tsx';
import { MomentText } from '../../../components/moment-text.tsx';
import { SectionLine } from '../../../components/page-section.tsx';
import { useAskedCall } from '../../../components/use-asked-call.tsx';
import { useCall } from '../../../components/use-call.ts';
import { useGet } from '../../../components/use-get.ts';
import { t } from '../../../providers/i18n.ts';
import { canUsePasskeys } from '../../../session/passkeys.ts';
import { AddPasskeyDialog, AddTotpDialog, RecoveryCodesDialog } from './factor-dialogs.tsx';

type Passkey = SecondFactor['passkeys'][number];

/** A user's second factors, with what adds and removes them. `onAdded`: once the recovery codes have been shown. */
export function FactorList({ factors, onAdded }: { factors: SecondFactor; onAdded?: () => void }) {
  const client = useQueryClient();
  const [codes, setCodes] = useState<string[]>();
  const { ask, question } = useAskedCall(...CHANGED);
  const hasFactor = factors.totp || factors.passkeys.length > 0;
  const added = (recoveryCodes: string[]) => {
    for (const path of CHANGED) void client.invalidateQueries({ queryKey: [path] });
    if (recoveryCodes.length > 0) setCodes(recoveryCodes);
    else onAdded?.();
  };
  const remove = (url: string, name: string) =>
    ask({
      url,
      method: 'delete',
      title: t('second-factor.removeTitle', { name }),
      text: t('second-factor.removeText'),
      action: t('second-factor.remove'),
      isDanger: true,
      successText: t('second-factor.removed'),
    });
  const app = t('second-factor.totp.name');
  return (
    <Flex vertical gap={20}>
      <SectionLine title={app} text={t(`second-factor.totp.${factors.totp ? 'on' : 'off'}`)}>
        {factors.totp ? (
          <Button danger onClick={() => remove(`${SECOND_FACTOR}/totp`, app)}>
            {t('second-factor.totp.remove')}
          </Button>
        ) : (
          <DialogButton dialog={(close) => <AddTotpDialog onClose={close} onAdded={added} />}>
            {t('second-factor.totp.add')}
          </DialogButton>
        )}
      </SectionLine>
      <SectionLine title={t('second-factor.passkeys.plural')} text={t('second-factor.passkeys.about')}>
        <DialogButton
          disabled={!canUsePasskeys()}
          dialog={(close) => <AddPasskeyDialog onClose={close} onAdded={added} />}
        >
          {t('second-factor.passkeys.add')}
        </DialogButton>
      </SectionLine>
      {factors.passkeys.length > 0 && (
        <ItemList
          className="list-flush"
          size="small"
          rows={factors.passkeys}
          item={(passkey) => ({
            key: passkey.id,
            title: <PasskeyName passkey={passkey} />,
            text: passkey.lastUsedAt ? (
              <>
                {t('second-factor.passkeys.used')} <MomentText iso={passkey.lastUsedAt} />
              </>
            ) : (
              t('second-factor.passkeys.unused')
            ),
            extra: (
              <Button
                type="text"
                danger
                aria-label={t('second-factor.passkeys.removeOne', { name: passkey.name })}
                onClick={() => remove(pathOf(passkey), passkey.name)}
              >
                {t('second-factor.passkeys.remove')}
              </Button>
            ),
          })}
        />
      )}
      {hasFactor && (
        <SectionLine
          title={t('second-factor.recovery.plural')}
          text={t('second-factor.recovery.left', { count: factors.recoveryCodesLeft })}
        >
          <CallButton<{ recoveryCodes: string[] }>
            changes={CHANGED}
            call={{
              url: `${SECOND_FACTOR}/recovery-codes`,
              onSuccess: ({ recoveryCodes }) => setCodes(recoveryCodes),
            }}
          >
            {t('second-factor.recovery.renew')}
          </CallButton>
        </SectionLine>
      )}
      {question}
      {codes && (
        <RecoveryCodesDialog
          codes={codes}
          onClose={() => {
            setCodes(undefined);
            onAdded?.();
          }}
        />
      )}
    </Flex>
  );
}

const pathOf = ({ id }: Passkey) => `/users/me/passkeys/${id}`;

function PasskeyName({ passkey }: { passkey: Passkey }) {
  const { call } = useCall(...CHANGED);
  const { name } = passkey;
  const rename = (text: string) => {
    const given = text.trim();
    if (given === '' || given === name) return;
    call({ url: pathOf(passkey), method: 'put', values: { name: given } });
  };
  return (
    <Typography.Text
      editable={{ onChange: rename, maxLength: 60, tooltip: t('second-factor.passkeys.rename'), text: name }}
    >
      {name}
    </Typography.Text>
  );
}

/** The paths, which are also their keys in the query cache. */
const SECOND_FACTOR = '/users/me/second-factor';
export const SESSIONS = '/users/me/sessions';
/** A first factor also ends the other sessions. */
const CHANGED = [SECOND_FACTOR, SESSIONS];

export const useSecondFactor = () => useGet<SecondFactor>(SECOND_FACTOR);
