import { Avatar, Button, Card, Col, Flex, List, Row, Tag, Typography } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { models } from '../../../../../resources/models.ts';
import { EMBEDDED_ANSWER_COST } from '../../../../shared/constants.ts';
import { formatList } from '../../../../shared/format.ts';
import type { Provider } from '../../../../shared/model-kinds.ts';
import type { ModelRecord } from '../../../../shared/models.ts';
import { LineIcon } from '../../../components/icon.tsx';
import { Mark } from '../../../components/logo.tsx';
import { Modal } from '../../../components/modal.tsx';
import { DeleteDialog } from '../../../resource/delete-dialog.tsx';
import { RowAction } from '../../../resource/row-actions.tsx';
import { formatAbout, formatDecimal, formatTokens } from './format-cost.ts';
import { useTrial } from './models.ts';
import { TrialResult } from './trial-result.tsx';

/** SVG paths of our own icons, on a 24 px grid. The providers' logos are trademarks, so they are not used. */
const SIGNS: Record<Exclude<Provider, 'embedded'>, string> = {
  openai: 'M12 4.5 18.5 8v8L12 19.5 5.5 16V8L12 4.5Zm0 4.5 3 1.7v2.6L12 15l-3-1.7v-2.6L12 9Z',
  anthropic: 'M5 19 12 5l7 14M8.2 13.5h7.6',
  google: 'M18.5 8A7.5 7.5 0 1 0 19.5 12H13',
  'openai-compatible': 'm8.5 8-4 4 4 4m7-8 4 4-4 4',
};

/** The icon of a model's provider. Decorative: the provider's name must be shown beside it. */
function ProviderMark({ provider }: { provider: Provider }) {
  return (
    <Avatar
      shape="square"
      size={36}
      className="provider-mark"
      icon={
        provider === 'embedded' ? <Mark size={22} /> : <LineIcon className="icon" path={SIGNS[provider]} size={20} />
      }
    />
  );
}

function useCostText({ kind, provider, inputTokensPerCredit, outputTokensPerCredit }: ModelRecord): string {
  const { t } = useTranslation();
  if (provider === 'embedded')
    return t('models.cost.embedded', { credits: formatDecimal(EMBEDDED_ANSWER_COST / 1_000) });
  const input = formatTokens(inputTokensPerCredit);
  if (kind === 'embedding') return t('models.cost.embedding', { input });
  return t('models.cost.chat', { input, output: formatAbout(outputTokensPerCredit) });
}

function ModelRow({ model, plans }: { model: ModelRecord; plans: readonly string[] }) {
  const { t } = useTranslation();
  const cost = useCostText(model);
  const trial = useTrial(model.id);
  const [asksToDelete, setAsksToDelete] = useState(false);
  const { name } = model;
  const isEmbedded = model.provider === 'embedded';
  const uses = [...plans, ...(model.isSearchModel ? [t('models.searchTag')] : [])];
  return (
    <List.Item>
      <Row gutter={[16, 8]} align="middle" wrap>
        <Col xs={24} md={12} xl={7}>
          <Flex gap={12} align="center">
            <ProviderMark provider={model.provider} />
            <div className="fill">
              <h3>{name}</h3>
              <Typography.Text type="secondary">
                {isEmbedded ? t('models.embeddedLine') : model.modelName}
              </Typography.Text>
            </div>
          </Flex>
        </Col>
        <Col xs={24} md={12} xl={6}>
          <div>{t(`models.options.kind.${model.kind}`)}</div>
          <Typography.Text type="secondary">{cost}</Typography.Text>
        </Col>
        <Col xs={24} md={12} xl={7}>
          {uses.map((use) => (
            <Tag key={use}>{use}</Tag>
          ))}
          {uses.length === 0 && <Typography.Text type="secondary">{t('models.unused')}</Typography.Text>}
        </Col>
        <Col xs={24} md={12} xl={4}>
          <Flex align="center" justify="end" gap="small">
            <RowAction
              icon="edit"
              to={`${models.path}/edit/${model.id}`}
              label={t('resource.editName', { name })}
              hint={t('resource.edit')}
            />
            {!isEmbedded && (
              <RowAction
                icon="trash"
                danger
                label={t('resource.deleteName', { name })}
                hint={t('models.delete.action')}
                onClick={() => setAsksToDelete(true)}
              />
            )}
            <Button loading={trial.isPending} aria-label={t('models.testName', { name })} onClick={trial.start}>
              {t('models.test')}
            </Button>
          </Flex>
        </Col>
      </Row>
      <TrialResult trial={trial} />
      <DeleteModel model={model} plans={plans} isOpen={asksToDelete} onClose={() => setAsksToDelete(false)} />
    </List.Item>
  );
}

/**
 * The list of models, each with its tokens per credit and its plans. `plansOf` returns the names of a model's plans.
 */
export function ModelList(props: {
  models: readonly ModelRecord[];
  plansOf: (model: ModelRecord) => readonly string[];
}) {
  const { t } = useTranslation();
  return (
    <Card className="models page-part">
      <List
        itemLayout="vertical"
        aria-label={t('models.list')}
        dataSource={[...props.models]}
        rowKey="id"
        renderItem={(model) => <ModelRow model={model} plans={props.plansOf(model)} />}
      />
    </Card>
  );
}

/** Asks for confirmation and deletes a model. One in use cannot be deleted; the dialog shows what uses it. */
function DeleteModel(props: { model: ModelRecord; plans: readonly string[]; isOpen: boolean; onClose: () => void }) {
  const { t } = useTranslation();
  const { model, plans, isOpen, onClose } = props;
  const { name, isSearchModel } = model;
  const users = [...plans, ...(isSearchModel ? [t('models.delete.search')] : [])];
  if (users.length === 0) {
    return <DeleteDialog resource={models} row={isOpen ? model : undefined} nameOf={() => name} onClose={onClose} />;
  }
  return (
    <Modal
      open={isOpen}
      title={t('models.delete.usedTitle', { name })}
      onCancel={onClose}
      cancelText={t('models.delete.understood')}
    >
      <p>{t('models.delete.used', { users: formatList(users) })}</p>
    </Modal>
  );
}
