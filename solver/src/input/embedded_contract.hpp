// Files of contract/schema, compiled in (embedded_contract.cmake).
#pragma once

namespace pace {

extern const char* const job_schema_text;  ///< job.schema.json
extern const char* const limits_text;      ///< limits.json

}  // namespace pace
