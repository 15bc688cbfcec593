"""What connects pages and dialogs with the session: intents to verbs, answers to widgets."""
