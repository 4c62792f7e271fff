# Puts the job schema and the limits of the contract into the program, so that it needs no file of the repository.
set(contract_schema ${CMAKE_CURRENT_SOURCE_DIR}/../contract/schema)
file(READ ${contract_schema}/job.schema.json PACE_JOB_SCHEMA)
file(READ ${contract_schema}/limits.json PACE_LIMITS)
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS
  ${contract_schema}/job.schema.json ${contract_schema}/limits.json)
configure_file(${CMAKE_CURRENT_LIST_DIR}/embedded_contract.cpp.in
  ${CMAKE_CURRENT_BINARY_DIR}/generated/embedded_contract.cpp @ONLY)
target_sources(pace_input PRIVATE ${CMAKE_CURRENT_BINARY_DIR}/generated/embedded_contract.cpp)
target_include_directories(pace_input SYSTEM PRIVATE ${VALIJSON_INCLUDE})
# GCC 12 warns of an overlap inside std::string that valijson's headers do not have (GCC bug 105651).
set_source_files_properties(${CMAKE_CURRENT_LIST_DIR}/json_schema.cpp PROPERTIES COMPILE_OPTIONS -Wno-restrict)
