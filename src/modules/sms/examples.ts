import type { Examples } from '#http/openapi/examples.ts'

const ANALYSIS_ID = 'sms_0199e3a5-7c1e-7d43-9a51-5f0c2f3f9b10'
const TEXT = 'Your account is locked. Unlock it now: https://bank-login.example'

const MESSAGE = {
  sender: '+34600000000',
  message_content: TEXT,
  message_id: 'msg_1',
  received_date: '2026-01-01T12:00:00Z',
  platform: 'android',
  extracted_urls: ['https://bank-login.example'],
  device_id: 'device_1',
}

const ANALYSIS = {
  analysis_id: ANALYSIS_ID,
  message_id: 'msg_1',
  is_phishing: true,
  risk_level: 'critical',
  risk_score: 0.9712,
  confidence_score: 0.9712,
  threat_indicators: [
    {
      type: 'suspicious_url',
      severity: 'high',
      description: 'The message holds a link that may lead to a false or harmful page.',
      evidence: { source: 'text', start: 39, end: 65, text: 'https://bank-login.example' },
    },
  ],
  sender_analysis: { is_known_contact: false, sender_type: 'unknown_number' },
  url_analysis: {
    urls_found: 1,
    malicious_urls: 1,
    urls: [
      {
        url: 'https://bank-login.example',
        host: 'bank-login.example',
        domain: 'bank-login.example',
        verdict: 'malicious',
        reasons: ['bait_words', 'in_phishing_message'],
        risk: 0.7,
        evidence: { source: 'text', start: 39, end: 65, text: 'https://bank-login.example' },
      },
    ],
  },
  recommendations: ['Do not open the link.', 'Report the message as fraud and delete it.'],
  language: 'en',
  rules: [],
  model_version: 'v1.0.0',
  rules_version: 1,
  analyzed_at: '2026-01-01T12:00:01.214Z',
}

const RECORD = {
  ...ANALYSIS,
  user_id: 'user_1',
  device_id: 'device_1',
  platform: 'android',
  received_date: '2026-01-01T12:00:00.000Z',
  message: { sender: MESSAGE.sender, message_content: TEXT, extracted_urls: MESSAGE.extracted_urls },
  feedback: null,
}

export const smsExamples: Examples = {
  analyzeSms: { body: { ...MESSAGE, user_id: 'user_1' }, responses: { 200: ANALYSIS } },
  analyzeSmsBatch: {
    body: { messages: [MESSAGE, { ...MESSAGE, message_id: 'msg_2', platform: 'ios' }] },
    responses: {
      200: {
        batch_id: 'smb_0199e3a5-7c1e-7d43-9a51-5f0c2f3f9b11',
        results: [
          ANALYSIS,
          {
            message_id: 'msg_2',
            error: {
              code: 'INVALID_REQUEST',
              message: 'iOS forbids direct integration: only the SDK may send its messages.',
              details: {
                field: 'platform',
                reason: 'is not supported: messages of iOS come from the SDK only',
                value: 'ios',
                allowed_values: ['android', 'sdk'],
              },
            },
          },
        ],
        summary: {
          total: 2,
          analyzed: 1,
          phishing: 1,
          by_risk_level: { low: 0, medium: 0, high: 0, critical: 1 },
          failed: 1,
        },
      },
    },
  },
  listSmsAnalyses: {
    responses: {
      200: {
        data: [
          {
            ...{ analysis_id: ANALYSIS_ID, message_id: 'msg_1', is_phishing: true, risk_level: 'critical' },
            ...{ risk_score: 0.9712, urls_found: 1, malicious_urls: 1, language: 'en', user_id: 'user_1' },
            ...{ device_id: 'device_1', sender_type: 'unknown_number', indicators: ['suspicious_url'], verdict: null },
            analyzed_at: '2026-01-01T12:00:01.214Z',
          },
        ],
        pagination: { next_cursor: null, has_more: false },
      },
    },
  },
  getSmsAnalysis: { responses: { 200: RECORD } },
  giveSmsFeedback: {
    body: { verdict: 'phishing' },
    responses: {
      200: {
        ...RECORD,
        feedback: { verdict: 'phishing', given_at: '2026-01-02T08:15:00.000Z', given_by: 'usr_1' },
      },
    },
  },
}
